"""A graph as its guide has it: a model, a tool, and messages as its state."""

import lisbon
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode


class Fake(BaseChatModel):
    @property
    def _llm_type(self):
        return 'fake'

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        raise NotImplementedError

    async def _agenerate(self, messages, stop=None, run_manager=None, **kwargs):
        chunks = [each async for each in self._astream(messages, stop, run_manager)]
        return ChatResult(generations=[sum(chunks[1:], chunks[0])])

    async def _astream(self, messages, stop=None, run_manager=None, **kwargs):
        asked = [each for each in messages if each.type == 'human'][-1]
        contents = [asked.content] if isinstance(asked.content, str) else asked.content
        prompt = ' '.join(each if isinstance(each, str) else each.get('text', '') for each in contents)
        came = ', '.join('text' if isinstance(each, str) else each['type'] for each in contents)
        async for token in lisbon.say(prompt, came, messages[-1].type == 'tool'):
            if token is not None:
                chunk = ChatGenerationChunk(message=AIMessageChunk(content=token))
            else:
                name, args = lisbon.CALL
                call = {'id': 'call-1', 'name': name, 'args': '{"city": "Lisbon"}', 'index': 0}
                chunk = ChatGenerationChunk(message=AIMessageChunk(content='', tool_call_chunks=[call]))
            if run_manager:
                await run_manager.on_llm_new_token(token or '', chunk=chunk)
            yield chunk


async def model(state: MessagesState):
    return {'messages': [await Fake().ainvoke(state['messages'])]}


def wants_tool(state: MessagesState):
    return 'tools' if state['messages'][-1].tool_calls else END


builder = StateGraph(MessagesState)
builder.add_node('model', model)
builder.add_node('tools', ToolNode([tool(lisbon.weather)]))
builder.add_edge(START, 'model')
builder.add_conditional_edges('model', wants_tool)
builder.add_edge('tools', 'model')
graph = builder.compile()
