"""The official instrumentation of OpenAI in its default mode: prompts and answers are log records."""

import os

from openai import BadRequestError, OpenAI
from opentelemetry import trace
from opentelemetry._logs import set_logger_provider
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

from shop import conversation, conversation_after_tool, create_provider, failing_messages, question, tools

provider = create_provider()
logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
set_logger_provider(logs)

os.environ.setdefault("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
OpenAIInstrumentor().instrument()

client = OpenAI(max_retries=0)
with trace.get_tracer("shop").start_as_current_span("answer"):
    completion = client.chat.completions.create(model="gpt-4o-mini", messages=conversation, tools=tools)
    client.chat.completions.create(
        model="gpt-4o-mini", messages=conversation_after_tool(completion), tools=tools, temperature=0.2
    )
    client.embeddings.create(model="text-embedding-3-small", input=question)
    try:
        client.chat.completions.create(model="gpt-4o-mini", messages=failing_messages)
    except BadRequestError:
        pass

provider.shutdown()
logs.shutdown()
