"""OpenLLMetry on two vector stores, Chroma and Qdrant: documents are added and searched."""

import chromadb
from opentelemetry.instrumentation.chromadb import ChromaInstrumentor
from opentelemetry.instrumentation.qdrant import QdrantInstrumentor
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams

from shop import create_provider

provider = create_provider()
ChromaInstrumentor().instrument()
QdrantInstrumentor().instrument()

vector = [0.25, -0.5, 0.125]
orders = chromadb.EphemeralClient().create_collection("orders", embedding_function=None)
orders.add(
    ids=["order-17", "hours"],
    documents=["Order 17 left on Monday.", "We open at nine."],
    metadatas=[{"source": "orders"}, {"source": "site"}],
    embeddings=[vector, [0.5, 0.25, 0.125]],
)
orders.query(query_embeddings=[vector], n_results=2)

store = QdrantClient(":memory:")
store.create_collection("orders", vectors_config=VectorParams(size=3, distance=Distance.COSINE))
store.upsert(
    "orders", [PointStruct(id=17, vector=vector, payload={"text": "Order 17 left on Monday."})]
)
store.query_points("orders", query=vector, limit=1)

provider.shutdown()
