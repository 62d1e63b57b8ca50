"""What the programs of this folder have in common: one tool."""

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
