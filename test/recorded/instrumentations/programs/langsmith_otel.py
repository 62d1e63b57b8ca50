"""LangSmith with its OpenTelemetry export: functions, a client of OpenAI and a model of LangChain."""

import os

os.environ["LANGSMITH_TRACING"] = "true"
os.environ["LANGSMITH_OTEL_ENABLED"] = "true"
os.environ["LANGSMITH_OTEL_ONLY"] = "true"
os.environ["LANGSMITH_API_KEY"] = "no-key"
os.environ["LANGSMITH_PROJECT"] = "support"

from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI
from langsmith import traceable
from langsmith.run_trees import get_cached_client
from langsmith.wrappers import wrap_openai
from openai import BadRequestError, OpenAI

from shop import conversation, conversation_after_tool, create_provider, failing_messages, question, tools

provider = create_provider()
openai = wrap_openai(OpenAI(max_retries=0))
chat = ChatOpenAI(model="gpt-4o-mini", temperature=0.2, max_retries=0)


@traceable(run_type="retriever")
def find_documents(query: str):
    return [{"page_content": "Order 17 left on Monday.", "type": "Document", "metadata": {"id": "order-17"}}]


@traceable(run_type="tool")
def find_order(number: int):
    return {"number": number, "status": "on its way"}


@traceable(name="answer", tags=["a", "b"])
def answer(text: str):
    find_documents(text)
    call = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    find_order(17)
    completion = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation_after_tool(call), tools=tools)
    chat.invoke([HumanMessage(text)])
    try:
        openai.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass
    return completion.choices[0].message.content


metadata = {"session_id": "session-1", "user_id": "user-1", "team": "care"}
answer(question, langsmith_extra={"metadata": metadata})

get_cached_client().flush()
provider.shutdown()
