"""The official instrumentation of OpenAI in its default mode: prompts and answers leave as log records."""

import os

from openai import BadRequestError, OpenAI
from opentelemetry import trace
from opentelemetry._logs import set_logger_provider
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from shop import tools

spans = TracerProvider()
spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(spans)
logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
set_logger_provider(logs)

os.environ.setdefault("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
OpenAIInstrumentor().instrument()

client = OpenAI(max_retries=0)
with trace.get_tracer("shop").start_as_current_span("answer"):
    asked = [
        {"role": "system", "content": "You help customers."},
        {"role": "user", "content": "Where is order 17?"},
    ]
    said = client.chat.completions.create(model="gpt-4o-mini", messages=asked, tools=tools)
    call = said.choices[0].message.tool_calls[0]
    asked += [
        said.choices[0].message.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": call.id, "content": "on its way"},
    ]
    client.chat.completions.create(model="gpt-4o-mini", messages=asked, tools=tools, temperature=0.2)
    client.embeddings.create(model="text-embedding-3-small", input="Where is order 17?")
    try:
        client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": "fail"}])
    except BadRequestError:
        pass

spans.shutdown()
logs.shutdown()
