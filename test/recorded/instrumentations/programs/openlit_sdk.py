"""OpenLIT on the client of Anthropic and a vector store."""

import os

import openlit
from anthropic import Anthropic
from opentelemetry import trace
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams

from shop import question, tools

openlit.init(otlp_endpoint=os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"], disable_metrics=True)

anthropic = Anthropic(max_retries=0)
find_order = {
    "name": "find_order",
    "description": "Finds an order by its number.",
    "input_schema": tools[0]["function"]["parameters"],
}
store = QdrantClient(":memory:")
store.create_collection("orders", vectors_config=VectorParams(size=3, distance=Distance.COSINE))
store.upsert("orders", [PointStruct(id=17, vector=[0.25, -0.5, 0.125], payload={"text": "Order 17 left on Monday."})])

with trace.get_tracer("web").start_as_current_span("POST /answer"):
    store.query_points("orders", query=[0.25, -0.5, 0.125], limit=1)
    message = anthropic.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=500,
        system="You help customers.",
        messages=[{"role": "user", "content": question}],
        tools=[find_order],
    )
    anthropic.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=500,
        system="You help customers.",
        messages=[
            {"role": "user", "content": question},
            {"role": "assistant", "content": [part.model_dump() for part in message.content]},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": message.content[0].id, "content": "on its way"}],
            },
        ],
        tools=[find_order],
    )

trace.get_tracer_provider().shutdown()
