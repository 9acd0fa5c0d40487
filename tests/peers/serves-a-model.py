#!/usr/bin/env python3
# serves-a-model.py PORT - stands in for a language model behind an OpenAI-compatible HTTP
# endpoint on the loopback. Answers with the question and the length of the conversation
# that it has received; some questions get the errors of real servers.
import http.server
import json
import sys

WORDS = {
    "thoughts": "<think>\nA judge.\n\nI say:</think>\n\nI\u2019m \u201chere\u201d \u2014\n\nna\u00efvely.\n",
    "nothing": "",
}


class Model(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages = asked["messages"]
        question = messages[-1]["content"]
        roles = [message["role"] for message in messages]
        turns = ["user", "assistant"] * len(roles)
        if self.path != "/v1/chat/completions" or roles != ["system"] + turns[: len(roles) - 1]:
            self.answer(400, b'{"error": {"message": "this is no\\nconversation"}}')
        elif question == "fail":
            self.answer(500, b'{"error": {"message": "out of\\nmemory"}}')
        elif question == "garble":
            self.answer(200, b"<html>It works!</html>")
        elif question == "be another":
            self.answer(200, b'{"object": "list", "data": []}')
        else:
            words = WORDS.get(
                question,
                f"{asked.get('model', 'Nobody')}, {self.headers.get('Authorization', 'no key')}: "
                f"you said {question!r}, and first {messages[1]['content']!r}, "
                f"in {roles.count('user')} turns.",
            )
            choice = {"index": 0, "message": {"role": "assistant", "content": words}}
            self.answer(200, json.dumps({"choices": [choice]}).encode())

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model)
print("serves", flush=True)
server.serve_forever()
