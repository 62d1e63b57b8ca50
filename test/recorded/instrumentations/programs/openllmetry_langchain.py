"""OpenLLMetry on LangChain: a chain of prompt, model and parser, a retriever, and an agent with a tool."""

from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from opentelemetry.instrumentation.langchain import LangchainInstrumentor

from shop import create_provider, question

provider = create_provider()
LangchainInstrumentor().instrument()


@tool
def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


model = ChatOpenAI(model="gpt-4o-mini", temperature=0.2, max_retries=0)
store = InMemoryVectorStore(OpenAIEmbeddings(model="text-embedding-3-small", check_embedding_ctx_length=False))
store.add_documents([Document("Order 17 left on Monday.", id="order-17", metadata={"source": "orders"})])
store.as_retriever(search_kwargs={"k": 1}).invoke(question)

prompt = ChatPromptTemplate([("system", "You help customers."), ("human", "{question}")])
metadata = {"session_id": "session-1", "user_id": "user-1"}
(prompt | model | StrOutputParser()).invoke({"question": question}, config={"metadata": metadata})
agent = create_agent(model, [find_order], system_prompt="You help customers.", name="support")
agent.invoke({"messages": [{"role": "user", "content": question}]}, config={"metadata": metadata})

provider.shutdown()
