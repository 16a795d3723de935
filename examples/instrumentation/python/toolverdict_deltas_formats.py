"""The table of formats; a test of the Go module keeps it equal to formats.json there."""

formats = {
  "anthropic": {
    "skips": [
      "type=ping"
    ],
    "ends": [
      "type=message_stop"
    ],
    "begins": [
      "type=message_start"
    ],
    "joins": [
      "type=content_block_delta"
    ],
    "shape": {
      "type": "keep",
      "index": "keep",
      "message": {
        "id": "keep",
        "role": "keep",
        "stop_reason": "keep",
        "content": [
          {
            "type": "keep",
            "id": "keep",
            "name": "keep",
            "input": "value",
            "caller": {
              "type": "keep"
            }
          }
        ]
      },
      "content_block": {
        "type": "keep",
        "id": "keep",
        "name": "keep",
        "input": "value",
        "caller": {
          "type": "keep"
        }
      },
      "delta": {
        "type": "keep",
        "partial_json": "fragment index",
        "stop_reason": "keep"
      },
      "error": "kind"
    }
  },
  "bedrock_converse": {
    "skips": [
      "metadata"
    ],
    "ends": [
      "messageStop"
    ],
    "begins": [
      "messageStart"
    ],
    "joins": [
      "contentBlockDelta"
    ],
    "shape": {
      "messageStart": {
        "role": "keep"
      },
      "contentBlockStart": {
        "contentBlockIndex": "keep",
        "start": {
          "toolUse": {
            "toolUseId": "keep",
            "name": "keep",
            "type": "keep",
            "input": "value"
          },
          "toolResult": {
            "toolUseId": "keep",
            "type": "keep"
          }
        }
      },
      "contentBlockDelta": {
        "contentBlockIndex": "keep",
        "delta": {
          "toolUse": {
            "input": "fragment contentBlockDelta.contentBlockIndex"
          },
          "text": "none",
          "reasoningContent": "kind",
          "citation": "kind",
          "toolResult": "kind"
        }
      },
      "contentBlockStop": {
        "contentBlockIndex": "keep"
      },
      "messageStop": {
        "stopReason": "keep"
      },
      "internalServerException": "kind",
      "modelStreamErrorException": "kind",
      "serviceUnavailableException": "kind",
      "throttlingException": "kind",
      "validationException": "kind"
    }
  },
  "cohere": {
    "needs": "type",
    "records": [
      "type=message-start",
      "type=tool-call-start",
      "type=tool-call-delta",
      "type=tool-call-end",
      "type=message-end"
    ],
    "ends": [
      "type=message-end"
    ],
    "begins": [
      "type=message-start"
    ],
    "joins": [
      "type=tool-call-delta"
    ],
    "shape": {
      "type": "keep",
      "index": "keep",
      "delta": {
        "message": {
          "tool_calls": {
            "id": "keep",
            "type": "keep",
            "function": {
              "name": "keep",
              "arguments": "fragment index"
            }
          }
        },
        "finish_reason": "keep",
        "error": "kind"
      }
    }
  },
  "ollama": {
    "needs": "message",
    "records": [
      "error",
      "done",
      "message.tool_calls"
    ],
    "ends": [],
    "begins": [],
    "joins": [],
    "shape": {
      "message": {
        "role": "keep",
        "tool_calls": [
          {
            "id": "keep",
            "type": "keep",
            "function": {
              "index": "keep",
              "name": "keep",
              "arguments": "value"
            }
          }
        ]
      },
      "type": "keep",
      "done": "keep",
      "done_reason": "keep",
      "error": "kind"
    }
  },
  "openai": {
    "needs": "choices",
    "records": [
      "error",
      "object=error",
      "choices.finish_reason",
      "choices.delta.tool_calls",
      "choices.delta.function_call"
    ],
    "ends": [
      "choices.finish_reason"
    ],
    "begins": [
      "id"
    ],
    "joins": [
      "choices.delta.tool_calls",
      "choices.delta.function_call"
    ],
    "shape": {
      "id": "keep",
      "object": "keep",
      "type": "keep",
      "choices": [
        {
          "index": "keep",
          "delta": {
            "tool_calls": [
              {
                "index": "keep",
                "id": "keep",
                "type": "keep",
                "function": {
                  "name": "keep",
                  "arguments": "fragment choices.index tool_calls.index"
                },
                "custom": {
                  "name": "keep"
                }
              }
            ],
            "function_call": {
              "name": "keep",
              "arguments": "fragment choices.index"
            }
          },
          "finish_reason": "keep"
        }
      ],
      "usage": "kind",
      "error": "kind"
    }
  },
  "openai_responses": {
    "needs": "type",
    "records": [
      "type=response.created",
      "type=response.output_item.added",
      "type=response.output_item.done",
      "type=response.function_call_arguments.delta",
      "type=response.function_call_arguments.done",
      "type=response.completed",
      "type=response.incomplete",
      "type=response.cancelled",
      "type=response.failed",
      "type=error"
    ],
    "ends": [
      "type=response.completed",
      "type=response.incomplete",
      "type=response.cancelled",
      "type=response.failed",
      "type=error"
    ],
    "begins": [
      "type=response.created"
    ],
    "joins": [
      "type=response.function_call_arguments.delta"
    ],
    "shape": {
      "type": "keep",
      "output_index": "keep",
      "item_id": "keep",
      "delta": "fragment output_index",
      "arguments": "whole output_index",
      "item": {
        "type": "keep",
        "id": "keep",
        "call_id": "keep",
        "name": "keep",
        "arguments": "whole output_index @item.call_id",
        "execution": "keep",
        "environment": {
          "type": "keep"
        }
      },
      "response": {
        "id": "keep",
        "status": "keep",
        "output": [
          {
            "type": "keep",
            "id": "keep",
            "call_id": "keep",
            "name": "keep",
            "arguments": "whole #output @output.call_id",
            "execution": "keep",
            "environment": {
              "type": "keep"
            }
          }
        ]
      }
    }
  },
}
