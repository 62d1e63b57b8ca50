"""MLflow tracing with its OTLP export: functions, a client of OpenAI, tags of the trace."""

import os

os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] + "/v1/traces"
os.environ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf"
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"

import mlflow
from openai import BadRequestError, OpenAI

from shop import conversation, conversation_after_tool, failing_messages, question, tools

mlflow.openai.autolog()
openai = OpenAI(max_retries=0)


@mlflow.trace(span_type="RETRIEVER")
def find_documents(query: str):
    return [{"page_content": "Order 17 left on Monday.", "metadata": {"id": "order-17"}}]


@mlflow.trace(span_type="TOOL", attributes={"team": "care"})
def find_order(number: int):
    return {"number": number, "status": "on its way"}


@mlflow.trace(name="answer", span_type="AGENT")
def answer(text: str):
    mlflow.update_current_trace(
        tags={"tier": "gold", "attempts": "2"},
        metadata={"mlflow.trace.session": "session-1", "mlflow.trace.user": "user-1"},
    )
    find_documents(text)
    call = openai.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    find_order(17)
    completion = openai.chat.completions.create(
        model="gpt-4o-mini", messages=conversation_after_tool(call), tools=tools, temperature=0.2
    )
    openai.embeddings.create(model="text-embedding-3-small", input=text)
    try:
        openai.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass
    return completion.choices[0].message.content


answer(question)
mlflow.flush_trace_async_logging()
