"""OpenInference on Google ADK: the same agent as in google_adk_agent.py."""

from openinference.instrumentation.google_adk import GoogleADKInstrumentor

GoogleADKInstrumentor().instrument()

import google_adk_agent  # noqa: E402, F401
