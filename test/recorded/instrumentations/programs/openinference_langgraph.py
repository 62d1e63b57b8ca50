"""OpenInference on LangChain: a graph of LangGraph whose state holds more than messages."""

from typing import Annotated, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from openinference.instrumentation import using_session
from openinference.instrumentation.langchain import LangChainInstrumentor

from shop import create_provider, question

provider = create_provider()
LangChainInstrumentor().instrument()


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]
    customer_id: str
    attempts: int


@tool
def find_order(number: int) -> str:
    """Finds an order by its number."""
    return f"order {number} is on its way"


model = ChatOpenAI(model="gpt-4o-mini", temperature=0.2, max_retries=0).bind_tools([find_order])


def agent(state: State):
    return {"messages": [model.invoke(state["messages"])], "attempts": state["attempts"] + 1}


graph = StateGraph(State)
graph.add_node("agent", agent)
graph.add_node("tools", ToolNode([find_order]))
graph.add_edge(START, "agent")
graph.add_conditional_edges("agent", tools_condition)
graph.add_edge("tools", "agent")
support = graph.compile(name="support")

conversation = [SystemMessage("You help customers."), HumanMessage(question)]
with using_session("session-1"):
    support.invoke({"messages": conversation, "customer_id": "customer-9", "attempts": 0})
    try:
        support.invoke({"messages": [HumanMessage("fail")], "customer_id": "customer-9", "attempts": 0})
    except Exception as error:
        print(type(error).__name__)

provider.shutdown()
