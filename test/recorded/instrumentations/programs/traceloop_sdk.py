"""OpenLLMetry: the SDK of Traceloop with its decorators, on the clients of OpenAI and Anthropic."""

import os

from anthropic import Anthropic
from openai import BadRequestError, OpenAI
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import tool, workflow

from shop import conversation, conversation_after_tool, failing_messages, question, tools

Traceloop.init(
    app_name="support-api",
    api_endpoint=os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"],
    telemetry_enabled=False,
    disable_batch=False,
)

openai = OpenAI(max_retries=0)
anthropic = Anthropic(max_retries=0)


@tool(name="find_order")
def find_order(number: int):
    return {"number": number, "status": "on its way"}


@workflow(name="answer")
def answer(said: str):
    Traceloop.set_association_properties({"session_id": "session-1", "user_id": "user-1", "team": "care"})
    call = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    find_order(17)
    openai.chat.completions.create(model="gpt-4o-mini", messages=conversation_after_tool(call), tools=tools, temperature=0.2)
    for _ in openai.chat.completions.create(
        model="gpt-4o-mini", messages=conversation, stream=True, stream_options={"include_usage": True}
    ):
        pass
    openai.embeddings.create(model="text-embedding-3-small", input=said)
    anthropic.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=500,
        system="You help customers.",
        messages=[{"role": "user", "content": said}],
        tools=[
            {
                "name": "find_order",
                "description": "Finds an order by its number.",
                "input_schema": tools[0]["function"]["parameters"],
            }
        ],
    )
    try:
        openai.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass
    return {"text": "Order 17 is on its way."}


answer(question)
