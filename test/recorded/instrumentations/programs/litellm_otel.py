"""LiteLLM with its own OpenTelemetry callback."""

import os
import time

os.environ["OTEL_EXPORTER"] = "otlp_http"
os.environ["OTEL_ENDPOINT"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] + "/v1/traces"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from opentelemetry import trace

from shop import conversation, conversation_after_tool, failing_messages, question, tools

litellm.callbacks = ["otel"]
litellm.num_retries = 0

metadata = {"generation_name": "answer", "session_id": "session-1", "trace_user_id": "user-1"}
completion = litellm.completion(model="gpt-4o-mini", messages=conversation, tools=tools, user="user-1", metadata=metadata)
litellm.completion(model="gpt-4o-mini", messages=conversation_after_tool(completion), tools=tools, temperature=0.2)
for _ in litellm.completion(
    model="gpt-4o-mini", messages=conversation, stream=True, stream_options={"include_usage": True}
):
    pass
litellm.embedding(model="text-embedding-3-small", input=[question])
try:
    litellm.completion(model="gpt-4o-mini", messages=failing_messages, max_retries=0)
except litellm.BadRequestError:
    pass

# The callbacks run on a separate thread.
time.sleep(3)
trace.get_tracer_provider().force_flush()
