#!/usr/bin/env python3
"""The lines of doc/protocol.md, read by the example: lines.py REPOSITORY

Every line of its `wire` blocks must be taken and every one of its `bad` blocks refused.
"""
import asyncio, re, sys

sys.path.insert(0, f"{sys.argv[1]}/examples")
import lp1


async def takes(line):
    reader = asyncio.StreamReader(limit=127)
    reader.feed_data(line.encode() + b"\n")
    try:
        return await lp1.read(reader, 3) != []
    except ValueError:
        return False


async def main():
    with open(f"{sys.argv[1]}/doc/protocol.md") as page:
        blocks = re.findall(r"^```(wire|bad)\n(.*?)^```", page.read(), re.M | re.S)
    lines = [(kind, line) for kind, block in blocks for line in block.splitlines()]
    wrong = [line for kind, line in lines if await takes(line) != (kind == "wire")]
    print("\n".join(f"wrong: {line}" for line in wrong) or f"{len(lines)} lines")
    return 1 if wrong or {kind for kind, _ in lines} != {"wire", "bad"} else 0


sys.exit(asyncio.run(main()))
