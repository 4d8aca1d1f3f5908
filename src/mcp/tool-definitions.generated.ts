// Written by `npm run generate` from src/contracts/wire*.ts. Do not edit.

import type { Tool } from '@modelcontextprotocol/sdk/types.js';

export const toolDefinitions: readonly Tool[] = [
  {
    "name": "math.find",
    "title": "Find a mathematical operation",
    "description": "Search exact mathematical operations (query), inspect one (operation_id: schemas, examples, engines available here), or browse the catalog (neither). Reads only.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "query": {
          "description": "Search: the mathematical result you need, in a few words.",
          "type": "string",
          "minLength": 1,
          "maxLength": 4096
        },
        "operation_id": {
          "description": "Inspect: one exact id, for its schemas, examples and available engines.",
          "type": "string",
          "minLength": 1,
          "maxLength": 256
        },
        "namespace": {
          "description": "First id segment, such as graph.",
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "domain": {
          "description": "First id segment or an exact tag.",
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "limit": {
          "description": "Page size of search and browse; default 5.",
          "type": "integer",
          "minimum": 1,
          "maximum": 20
        },
        "cursor": {
          "description": "next_cursor of the page before; all other arguments but limit stay the same.",
          "type": "string",
          "minLength": 1,
          "maxLength": 512
        },
        "search_mode": {
          "description": "Search: precise (default) drops operations that share only a stray word; broad keeps them.",
          "type": "string",
          "enum": [
            "precise",
            "broad"
          ]
        },
        "mode": {
          "description": "Only operations with this mode of math.run.",
          "type": "string",
          "enum": [
            "EXPLORE",
            "VERIFY"
          ]
        },
        "input_kind": {
          "description": "Only operations that accept this kind of input.",
          "type": "string",
          "enum": [
            "STRUCTURED_REQUEST",
            "FORMAL_PROPOSITION",
            "TYPED_ARTIFACT",
            "NATURAL_LANGUAGE_PROOF"
          ]
        },
        "artifact_type": {
          "description": "With input_kind TYPED_ARTIFACT.",
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "view": {
          "description": "Inspect: how much of the contract; default CONTRACT.",
          "type": "string",
          "enum": [
            "SUMMARY",
            "CONTRACT",
            "FULL"
          ]
        }
      },
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "oneOf": [
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "const": "matches"
            },
            "query": {
              "type": "string"
            },
            "search_mode": {
              "type": "string",
              "enum": [
                "precise",
                "broad"
              ]
            },
            "matches": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "operation_id": {
                    "type": "string"
                  },
                  "version": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "description": {
                    "type": "string"
                  },
                  "tags": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "runtime_requirements": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {
                        "backend": {
                          "type": "string"
                        },
                        "version": {
                          "type": "string"
                        },
                        "features": {
                          "type": "array",
                          "items": {
                            "type": "string"
                          }
                        }
                      },
                      "required": [
                        "backend",
                        "version",
                        "features"
                      ],
                      "additionalProperties": false
                    }
                  },
                  "modes": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "enum": [
                        "EXPLORE",
                        "VERIFY"
                      ]
                    }
                  },
                  "assurance_ceiling": {
                    "type": "string",
                    "enum": [
                      "PROPOSED",
                      "HEURISTIC",
                      "COMPUTED",
                      "CROSS_CHECKED",
                      "VERIFIED"
                    ]
                  },
                  "input_kinds": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "enum": [
                        "STRUCTURED_REQUEST",
                        "FORMAL_PROPOSITION",
                        "TYPED_ARTIFACT",
                        "NATURAL_LANGUAGE_PROOF"
                      ]
                    }
                  },
                  "output_summary": {
                    "type": "string"
                  },
                  "exact_input_scope": {
                    "type": "string"
                  },
                  "availability": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {
                        "backend": {
                          "type": "string"
                        },
                        "transport": {
                          "type": "string",
                          "enum": [
                            "subprocess",
                            "container",
                            "embedded"
                          ]
                        },
                        "status": {
                          "type": "string"
                        },
                        "version": {
                          "type": [
                            "string",
                            "null"
                          ]
                        }
                      },
                      "required": [
                        "backend",
                        "transport",
                        "status",
                        "version"
                      ],
                      "additionalProperties": false
                    }
                  },
                  "related": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "example": {
                    "type": "object",
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "description": {
                        "type": "string"
                      },
                      "input": {},
                      "output": {}
                    },
                    "required": [
                      "name",
                      "description",
                      "input"
                    ],
                    "additionalProperties": false
                  },
                  "required_fields": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "available_fields": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "relevance_score": {
                    "type": "integer"
                  },
                  "query_coverage_milli": {
                    "type": "integer"
                  },
                  "lexical_fit": {
                    "type": "string",
                    "enum": [
                      "STRONG",
                      "WEAK"
                    ]
                  },
                  "matched_on": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "matched_terms": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "operation_id",
                  "version",
                  "title",
                  "description",
                  "tags",
                  "runtime_requirements",
                  "modes",
                  "assurance_ceiling",
                  "input_kinds",
                  "output_summary",
                  "exact_input_scope",
                  "availability",
                  "related",
                  "relevance_score",
                  "query_coverage_milli",
                  "lexical_fit",
                  "matched_on",
                  "matched_terms"
                ],
                "additionalProperties": false
              }
            },
            "total_matches": {
              "type": "integer"
            },
            "portfolio_fit": {
              "type": "string",
              "enum": [
                "STRONG",
                "WEAK_LEXICAL_MATCH",
                "NO_LEXICAL_MATCH"
              ]
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ]
            },
            "catalog_resource": {
              "type": "string",
              "const": "operation://catalog"
            },
            "catalog_digest": {
              "type": "string"
            },
            "policy_digest": {
              "type": "string"
            },
            "routing_status": {
              "type": "string",
              "enum": [
                "ROUTED",
                "NO_ROUTE"
              ]
            },
            "routing_basis": {
              "type": "string"
            },
            "recovery": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "kind": {
                    "type": "string"
                  },
                  "text": {
                    "type": "string"
                  }
                },
                "required": [
                  "kind",
                  "text"
                ],
                "additionalProperties": false
              }
            }
          },
          "required": [
            "kind",
            "query",
            "search_mode",
            "matches",
            "total_matches",
            "portfolio_fit",
            "next_cursor",
            "catalog_resource",
            "catalog_digest",
            "policy_digest",
            "routing_status",
            "routing_basis"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "const": "browse"
            },
            "operations": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "operation_id": {
                    "type": "string"
                  },
                  "version": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "description": {
                    "type": "string"
                  },
                  "tags": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "runtime_requirements": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {
                        "backend": {
                          "type": "string"
                        },
                        "version": {
                          "type": "string"
                        },
                        "features": {
                          "type": "array",
                          "items": {
                            "type": "string"
                          }
                        }
                      },
                      "required": [
                        "backend",
                        "version",
                        "features"
                      ],
                      "additionalProperties": false
                    }
                  },
                  "modes": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "enum": [
                        "EXPLORE",
                        "VERIFY"
                      ]
                    }
                  },
                  "assurance_ceiling": {
                    "type": "string",
                    "enum": [
                      "PROPOSED",
                      "HEURISTIC",
                      "COMPUTED",
                      "CROSS_CHECKED",
                      "VERIFIED"
                    ]
                  },
                  "input_kinds": {
                    "type": "array",
                    "items": {
                      "type": "string",
                      "enum": [
                        "STRUCTURED_REQUEST",
                        "FORMAL_PROPOSITION",
                        "TYPED_ARTIFACT",
                        "NATURAL_LANGUAGE_PROOF"
                      ]
                    }
                  },
                  "output_summary": {
                    "type": "string"
                  },
                  "exact_input_scope": {
                    "type": "string"
                  },
                  "availability": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {
                        "backend": {
                          "type": "string"
                        },
                        "transport": {
                          "type": "string",
                          "enum": [
                            "subprocess",
                            "container",
                            "embedded"
                          ]
                        },
                        "status": {
                          "type": "string"
                        },
                        "version": {
                          "type": [
                            "string",
                            "null"
                          ]
                        }
                      },
                      "required": [
                        "backend",
                        "transport",
                        "status",
                        "version"
                      ],
                      "additionalProperties": false
                    }
                  },
                  "related": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "example": {
                    "type": "object",
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "description": {
                        "type": "string"
                      },
                      "input": {},
                      "output": {}
                    },
                    "required": [
                      "name",
                      "description",
                      "input"
                    ],
                    "additionalProperties": false
                  },
                  "required_fields": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "available_fields": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "operation_id",
                  "version",
                  "title",
                  "description",
                  "tags",
                  "runtime_requirements",
                  "modes",
                  "assurance_ceiling",
                  "input_kinds",
                  "output_summary",
                  "exact_input_scope",
                  "availability",
                  "related"
                ],
                "additionalProperties": false
              }
            },
            "total_operations": {
              "type": "integer"
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ]
            },
            "catalog_resource": {
              "type": "string",
              "const": "operation://catalog"
            },
            "catalog_digest": {
              "type": "string"
            },
            "policy_digest": {
              "type": "string"
            },
            "routing_status": {
              "type": "string",
              "enum": [
                "ROUTED",
                "NO_ROUTE"
              ]
            },
            "routing_basis": {
              "type": "string"
            },
            "recovery": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "kind": {
                    "type": "string"
                  },
                  "text": {
                    "type": "string"
                  }
                },
                "required": [
                  "kind",
                  "text"
                ],
                "additionalProperties": false
              }
            }
          },
          "required": [
            "kind",
            "operations",
            "total_operations",
            "next_cursor",
            "catalog_resource",
            "catalog_digest",
            "policy_digest",
            "routing_status",
            "routing_basis"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "const": "operation"
            },
            "view": {
              "type": "string",
              "enum": [
                "SUMMARY",
                "CONTRACT",
                "FULL"
              ]
            },
            "operation": {
              "type": "object",
              "properties": {
                "operation_id": {
                  "type": "string"
                },
                "version": {
                  "type": "string"
                },
                "title": {
                  "type": "string"
                },
                "description": {
                  "type": "string"
                },
                "read_only": {
                  "type": "boolean"
                },
                "tags": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "discovery_terms": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "runtime_requirements": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "backend": {
                        "type": "string"
                      },
                      "version": {
                        "type": "string"
                      },
                      "features": {
                        "type": "array",
                        "items": {
                          "type": "string"
                        }
                      }
                    },
                    "required": [
                      "backend",
                      "version",
                      "features"
                    ],
                    "additionalProperties": false
                  }
                },
                "modes": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "enum": [
                      "EXPLORE",
                      "VERIFY"
                    ]
                  }
                },
                "assurance_ceiling": {
                  "type": "string",
                  "enum": [
                    "PROPOSED",
                    "HEURISTIC",
                    "COMPUTED",
                    "CROSS_CHECKED",
                    "VERIFIED"
                  ]
                },
                "input_kinds": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "enum": [
                      "STRUCTURED_REQUEST",
                      "FORMAL_PROPOSITION",
                      "TYPED_ARTIFACT",
                      "NATURAL_LANGUAGE_PROOF"
                    ]
                  }
                },
                "outcome": {
                  "type": "string"
                },
                "exact_input_scope": {
                  "type": "string"
                },
                "scope_rule": {
                  "type": "string"
                },
                "qualifiers": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "budget": {
                  "type": "object",
                  "properties": {
                    "default": {
                      "type": "object",
                      "properties": {
                        "wall_ms": {
                          "type": "integer"
                        },
                        "memory_mb": {
                          "type": "integer"
                        },
                        "solver_steps": {
                          "type": "integer"
                        }
                      },
                      "required": [
                        "wall_ms",
                        "memory_mb"
                      ],
                      "additionalProperties": false
                    },
                    "maximum": {
                      "type": "object",
                      "properties": {
                        "wall_ms": {
                          "type": "integer"
                        },
                        "memory_mb": {
                          "type": "integer"
                        },
                        "solver_steps": {
                          "type": "integer"
                        }
                      },
                      "required": [
                        "wall_ms",
                        "memory_mb"
                      ],
                      "additionalProperties": false
                    }
                  },
                  "required": [
                    "default",
                    "maximum"
                  ],
                  "additionalProperties": false
                },
                "input_fields": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "required": {
                        "type": "boolean"
                      },
                      "description": {
                        "type": "string"
                      }
                    },
                    "required": [
                      "name",
                      "required",
                      "description"
                    ],
                    "additionalProperties": false
                  }
                },
                "output_fields": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "required": {
                        "type": "boolean"
                      },
                      "description": {
                        "type": "string"
                      }
                    },
                    "required": [
                      "name",
                      "required",
                      "description"
                    ],
                    "additionalProperties": false
                  }
                },
                "has_examples": {
                  "type": "boolean"
                },
                "input_schema": {
                  "type": "object"
                },
                "output_schema": {
                  "type": "object"
                },
                "examples": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "description": {
                        "type": "string"
                      },
                      "input": {},
                      "output": {},
                      "error": {
                        "type": "object",
                        "properties": {
                          "code": {
                            "type": "string"
                          }
                        },
                        "required": [
                          "code"
                        ],
                        "additionalProperties": false
                      }
                    },
                    "required": [
                      "name",
                      "description",
                      "input"
                    ],
                    "additionalProperties": false
                  }
                },
                "related": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "isolation": {
                  "type": "object",
                  "properties": {
                    "setting": {
                      "type": "string",
                      "enum": [
                        "required",
                        "preferred",
                        "off"
                      ]
                    },
                    "isolated": {
                      "type": "boolean"
                    },
                    "detail": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "setting",
                    "isolated",
                    "detail"
                  ],
                  "additionalProperties": false
                },
                "providers": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "backend": {
                        "type": "string"
                      },
                      "title": {
                        "type": "string"
                      },
                      "homepage": {
                        "type": "string"
                      },
                      "licence": {
                        "type": "string"
                      },
                      "supported_versions": {
                        "type": "string"
                      },
                      "tested_version": {
                        "type": "string"
                      },
                      "transports": {
                        "type": "array",
                        "items": {
                          "type": "string",
                          "enum": [
                            "subprocess",
                            "container",
                            "embedded"
                          ]
                        }
                      },
                      "untrusted": {
                        "type": "boolean"
                      }
                    },
                    "required": [
                      "backend",
                      "title",
                      "homepage",
                      "licence",
                      "supported_versions",
                      "tested_version",
                      "transports",
                      "untrusted"
                    ],
                    "additionalProperties": false
                  }
                },
                "adapters": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "backend": {
                        "type": "string"
                      },
                      "kernels": {
                        "type": "array",
                        "items": {
                          "type": "string"
                        }
                      }
                    },
                    "required": [
                      "backend",
                      "kernels"
                    ],
                    "additionalProperties": false
                  }
                },
                "digests": {
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string"
                    },
                    "input_schema": {
                      "type": "string"
                    },
                    "output_schema": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "operation",
                    "input_schema",
                    "output_schema"
                  ],
                  "additionalProperties": false
                }
              },
              "required": [
                "operation_id",
                "version",
                "title",
                "description",
                "read_only",
                "tags",
                "discovery_terms",
                "runtime_requirements",
                "modes",
                "assurance_ceiling",
                "input_kinds",
                "outcome",
                "exact_input_scope",
                "scope_rule",
                "qualifiers",
                "budget",
                "input_fields",
                "output_fields",
                "has_examples"
              ],
              "additionalProperties": false
            },
            "backend_availability": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "backend": {
                    "type": "string"
                  },
                  "status": {
                    "type": "string",
                    "enum": [
                      "AVAILABLE",
                      "MISSING",
                      "UNSUPPORTED",
                      "UNTESTED",
                      "CHECK_FAILED",
                      "ISOLATION_UNAVAILABLE",
                      "DISABLED"
                    ]
                  },
                  "required_version": {
                    "type": "string"
                  },
                  "version": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "detail": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "hint": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "transport": {
                    "type": "string",
                    "enum": [
                      "subprocess",
                      "container",
                      "embedded"
                    ]
                  },
                  "path": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "checked_at": {
                    "type": "string"
                  }
                },
                "required": [
                  "backend",
                  "status",
                  "required_version",
                  "version",
                  "detail",
                  "hint",
                  "transport",
                  "path",
                  "checked_at"
                ],
                "additionalProperties": false
              }
            },
            "catalog_digest": {
              "type": "string"
            },
            "policy_digest": {
              "type": "string"
            }
          },
          "required": [
            "kind",
            "view",
            "operation",
            "backend_availability",
            "catalog_digest",
            "policy_digest"
          ],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "const": "error"
            },
            "error": {
              "type": "object",
              "properties": {
                "code": {
                  "type": "string",
                  "enum": [
                    "UNKNOWN_OPERATION",
                    "INVALID_CURSOR"
                  ]
                },
                "stage": {
                  "type": "string"
                },
                "message": {
                  "type": "string"
                },
                "hint": {
                  "type": [
                    "string",
                    "null"
                  ]
                }
              },
              "required": [
                "code",
                "stage",
                "message",
                "hint"
              ],
              "additionalProperties": false
            }
          },
          "required": [
            "kind",
            "error"
          ],
          "additionalProperties": false
        }
      ]
    },
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    }
  },
  {
    "name": "math.run",
    "title": "Run a mathematical operation",
    "description": "Computes one operation exactly on a real engine. Find the operation_id and its payload with math.find first. UNKNOWN and errors are never mathematical conclusions.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "operation_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
          "description": "An operation_id from math.find."
        },
        "payload": {
          "type": "object",
          "description": "The operation's input, of the input_schema that math.find shows. Integers beyond 2^53-1 as strings."
        },
        "mode": {
          "description": "EXPLORE (default), or VERIFY where the operation has it.",
          "type": "string",
          "enum": [
            "EXPLORE",
            "VERIFY"
          ]
        },
        "backend": {
          "description": "Insist on one of the operation's backends.",
          "type": "string",
          "minLength": 1,
          "maxLength": 64
        },
        "transport": {
          "description": "Insist on one of its transports.",
          "type": "string",
          "enum": [
            "subprocess",
            "container",
            "embedded"
          ]
        },
        "budget": {
          "description": "Instead of the operation's default budget.",
          "type": "object",
          "properties": {
            "wall_ms": {
              "description": "Wall time in milliseconds.",
              "type": "integer",
              "minimum": 1
            },
            "memory_mb": {
              "description": "Memory of the engine in MiB.",
              "type": "integer",
              "minimum": 1
            },
            "solver_steps": {
              "description": "Conflicts or rlimit units of a solver.",
              "type": "integer",
              "minimum": 1
            }
          },
          "additionalProperties": false
        },
        "reasoning_run_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        },
        "reasoning_call_id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      },
      "required": [
        "operation_id",
        "payload"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "operation_id": {
          "type": "string"
        },
        "operation_version": {
          "type": "string"
        },
        "mode": {
          "type": "string",
          "enum": [
            "EXPLORE",
            "VERIFY"
          ]
        },
        "output": {
          "description": "The operation's typed mathematical value, of its output_schema."
        },
        "runtime_ms": {
          "type": "number",
          "minimum": 0
        },
        "execution": {
          "type": "object",
          "properties": {
            "status": {
              "type": "string",
              "const": "COMPLETED"
            },
            "backend": {
              "type": "string"
            },
            "backend_version": {
              "type": [
                "string",
                "null"
              ]
            },
            "transport": {
              "anyOf": [
                {
                  "type": "string",
                  "enum": [
                    "subprocess",
                    "container",
                    "embedded"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "provider_digest": {
              "type": [
                "string",
                "null"
              ]
            },
            "queue_ms": {
              "type": "number",
              "minimum": 0
            },
            "run_ms": {
              "type": "number",
              "minimum": 0
            }
          },
          "required": [
            "status",
            "backend",
            "backend_version",
            "transport",
            "provider_digest",
            "queue_ms",
            "run_ms"
          ],
          "additionalProperties": false
        },
        "completeness": {
          "type": "string",
          "enum": [
            "COMPLETE",
            "PARTIAL",
            "BOUNDED"
          ]
        },
        "qualifiers": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "scope": {
          "type": [
            "string",
            "null"
          ]
        },
        "assurance": {
          "type": "object",
          "properties": {
            "level": {
              "type": "string",
              "enum": [
                "PROPOSED",
                "HEURISTIC",
                "COMPUTED",
                "CROSS_CHECKED",
                "VERIFIED"
              ]
            },
            "basis": {
              "type": "string"
            },
            "checker": {
              "type": [
                "string",
                "null"
              ]
            },
            "verification_record_uri": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "level",
            "basis",
            "checker",
            "verification_record_uri"
          ],
          "additionalProperties": false
        },
        "obligations": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "code": {
                "type": "string"
              },
              "text": {
                "type": "string"
              }
            },
            "required": [
              "code",
              "text"
            ],
            "additionalProperties": false
          }
        },
        "relationships": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "kind": {
                "type": "string"
              },
              "operation_id": {
                "type": "string"
              },
              "uri": {
                "type": "string"
              }
            },
            "required": [
              "kind"
            ],
            "additionalProperties": false
          }
        },
        "artifact_uris": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "diagnostics": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "result_digest": {
          "type": "string"
        }
      },
      "required": [
        "operation_id",
        "operation_version",
        "mode",
        "output",
        "runtime_ms",
        "execution",
        "completeness",
        "qualifiers",
        "scope",
        "assurance",
        "obligations",
        "relationships",
        "artifact_uris",
        "diagnostics",
        "result_digest"
      ],
      "additionalProperties": false
    },
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": false,
      "openWorldHint": false
    }
  }
];
