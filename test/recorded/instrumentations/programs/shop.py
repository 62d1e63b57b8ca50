"""The shared part of the programs of this folder: one tool, one conversation, and the export of spans."""

question = "Where is order 17?"

conversation = [
    {"role": "system", "content": "You help customers."},
    {"role": "user", "content": question},
]

failing_messages = [{"role": "user", "content": "fail"}]

tools = [
    {
        "type": "function",
        "function": {
            "name": "find_order",
            "description": "Finds an order by its number.",
            "parameters": {
                "type": "object",
                "properties": {"number": {"type": "integer"}},
                "required": ["number"],
            },
        },
    }
]


def create_provider():
    """A tracer provider that exports over OTLP; shutting it down sends everything in one request."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider


def conversation_after_tool(completion):
    """The conversation after the tool call of a chat completion and its result."""
    message = completion.choices[0].message
    return [
        *conversation,
        message.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "on its way"},
    ]
