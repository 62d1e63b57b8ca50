// Base64 with functions that every runtime has.

/** Bytes per call: each byte is an argument. */
const partBytes = 8192

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += partBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes))
  }
  return btoa(text)
}

/** Undefined for invalid base64. */
export function hexOfBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined
  try {
    return Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
