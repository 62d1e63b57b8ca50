"""Langfuse: its decorators, its client of OpenAI and its callback of LangChain; all of it is OpenTelemetry."""

import os

os.environ["LANGFUSE_PUBLIC_KEY"] = "no-key"
os.environ["LANGFUSE_SECRET_KEY"] = "no-key"
os.environ["LANGFUSE_BASE_URL"] = os.environ["LANGFUSE_HOST"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"]

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langfuse import get_client, observe, propagate_attributes
from langfuse.langchain import CallbackHandler
from openai import BadRequestError

from shop import conversation, conversation_after_tool, failing_messages, question, tools

langfuse = get_client()


@observe(name="chain")
def with_langchain(text: str):
    chat = ChatOpenAI(model="gpt-4o-mini", temperature=0.2, max_retries=0)
    chat.invoke(
        [SystemMessage("You help customers."), HumanMessage(text)], config={"callbacks": [CallbackHandler()]}
    )


@observe(as_type="tool")
def find_order(number: int):
    return {"number": number, "status": "on its way"}


@observe(name="answer")
def answer(text: str):
    # Importing it instruments every client of the process, those of LangChain too.
    from langfuse.openai import OpenAI

    openai = OpenAI(max_retries=0)
    langfuse.update_current_span(metadata={"order": {"number": 17, "express": True}, "team": "care"})
    call = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    find_order(17)
    completion = openai.chat.completions.create(
        model="gpt-4o-mini", messages=conversation_after_tool(call), tools=tools, temperature=0.2
    )
    with langfuse.start_as_current_observation(as_type="generation", name="by hand", model="gpt-4o-mini") as own:
        own.update(
            input=conversation,
            output={"role": "assistant", "content": "Order 17 is on its way."},
            usage_details={"input": 200, "input_cached_tokens": 1000, "output": 300},
            cost_details={"total": 0.001},
            metadata={"attempts": 2, "labels": ["a", "b"]},
        )
    try:
        openai.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass
    return completion.choices[0].message.content


with propagate_attributes(
    session_id="session-1", user_id="user-1", tags=["a", "b"], metadata={"tier": "gold"}
):
    with_langchain(question)
    answer(question)
langfuse.shutdown()
