/** A strict decoder of UTF-8. TextDecoder throws TypeError for invalid bytes, as programming errors do; here it is a plain error. */
export function strictUtf8(options: { readonly ignoreBOM?: boolean } = {}): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { ...options, fatal: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch (cause) {
      throw new Error('The text is not UTF-8.', { cause })
    }
  }
}
