interface JSON {
  /** A value that JSON.stringify writes as this text: for the server alone, since Node 20 lacks it. TypeScript does not know it yet. */
  rawJSON(text: string): unknown
}
