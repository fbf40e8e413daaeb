"""The fake model behind google-adk, and its tools; what builds on google-adk has the same."""

import lisbon
from google.adk.models import BaseLlm, LlmResponse
from google.genai import types

TRAIN = {'train': 'Porto, 09:00'}
# What is asked for: the words before the call, and the tool.
ASKED = {'book': ('The train leaves at nine.', 'book'), 'desk': ('The desk will answer.', 'ask_desk')}


class Fake(BaseLlm):
    async def generate_content_async(self, llm_request, stream=False):
        asked = [each.parts for each in llm_request.contents if each.role == 'user']
        prompt = next(part.text for parts in reversed(asked) for part in parts if part.text)
        answered = any(part.function_response for part in asked[-1])
        if prompt in ASKED:
            words, tool = ASKED[prompt]
            yield LlmResponse(content=said([lead(lisbon.FIRST)] if answered else [lead(words), call(tool, TRAIN)]))
            return
        text, calls = '', False
        async for token in lisbon.say(prompt, ', '.join(kindOf(part) for part in asked[-1]), answered):
            if token is None:
                calls = True
            else:
                text += token
                if stream:
                    yield LlmResponse(content=said([lead(token)]), partial=True)
        yield LlmResponse(content=said([lead(text), *([call(*lisbon.CALL)] if calls else [])]))


def book(train: str) -> str:
    """Book a train, once that is confirmed."""
    return f'booked {train}'


def ask_desk(train: str) -> dict:
    """Ask the desk, which takes its time."""
    return {'status': 'pending', 'ticket': 't1'}


def said(parts: list[types.Part]) -> types.Content:
    return types.Content(role='model', parts=parts)


def lead(text: str) -> types.Part:
    return types.Part(text=text)


def call(name: str, args: dict) -> types.Part:
    return types.Part(function_call=types.FunctionCall(name=name, args=args))


def kindOf(part: types.Part) -> str:
    if part.inline_data:
        return f'bytes {part.inline_data.mime_type}'
    return 'uri' if part.file_data else 'text'
