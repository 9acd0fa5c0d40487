#!/usr/bin/env python3
"""A language model as a computer entry: each turn of the judge goes to an
OpenAI-compatible HTTP endpoint on this machine, with the conversation so far.

    entry -- examples/model.py [URL [MODEL]]

URL is the part before /chat/completions, by default http://127.0.0.1:8080/v1 (llama.cpp);
MODEL is the name of the model, for a server with several. OPENAI_API_KEY is sent if it is
set. An error is one line on standard error, and costs the judge an answer.
"""

import json
import os
import re
import sys
import urllib.error
import urllib.request

PERSON = (
    "You are a person at a terminal, talking with a stranger who types to you. "
    "Answer in plain text, in one to three short sentences, as people type."
)
TIMEOUT_S = 50  # entry gives up after 60
REMEMBERED = 40  # messages of both sides, to fit a small context


def turns(lines):
    """Yields the judge's turns; an empty line ends each turn."""
    turn = []
    for line in lines:
        if line.strip():
            turn.append(line.strip())
        else:
            yield " ".join(turn)
            turn = []


def ask(url, model, messages):
    """Returns the model's answer. Raises OSError, ValueError or LookupError."""
    request = {"messages": messages, "max_tokens": 200}
    if model:
        request["model"] = model
    headers = {"Content-Type": "application/json"}
    if os.environ.get("OPENAI_API_KEY"):
        headers["Authorization"] = "Bearer " + os.environ["OPENAI_API_KEY"]
    # The server is on this machine: use no proxy.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(
        urllib.request.Request(
            url.rstrip("/") + "/chat/completions",
            data=json.dumps(request).encode(),
            headers=headers,
        ),
        timeout=TIMEOUT_S,
    ) as response:
        answer = json.load(response)
    return answer["choices"][0]["message"]["content"]


def spoken(answer):
    """Removes the model's thoughts, and empty lines, which would end the reply."""
    answer = re.sub(r"<think>.*?</think>", "", answer, flags=re.DOTALL)
    return "\n".join(line.strip() for line in answer.splitlines() if line.strip())


def complain(error):
    """Print an error as one line."""
    print("model.py:", " ".join(str(error).split())[:200], file=sys.stderr, flush=True)


def main():
    if len(sys.argv) > 3:
        sys.exit("usage: model.py [URL [MODEL]]")
    url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080/v1"
    model = sys.argv[2] if len(sys.argv) > 2 else None
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    said = []
    for turn in turns(sys.stdin):
        said.append({"role": "user", "content": turn or "..."})
        answer = ""
        try:
            person = [{"role": "system", "content": PERSON}]
            answer = spoken(ask(url, model, person + said[-REMEMBERED:]))
            if not answer:
                complain("the model gave an empty answer")
        except urllib.error.HTTPError as error:
            complain(f"{url}: {error}: {error.read(500).decode(errors='replace')}")
        except OSError as error:
            complain(f"{url}: {getattr(error, 'reason', error)}: is the server running?")
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            complain(f"{url}: no answer of a chat: {type(error).__name__}: {error}")
        if answer:
            said.append({"role": "assistant", "content": answer})
        else:
            said.pop()
        print(answer, end="\n\n", flush=True)


if __name__ == "__main__":
    main()
