/** Returns the URL of a link in content if its scheme is allowed. */
export function safeHref(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
  } catch {
    // Relative URLs have no meaning in content.
    return undefined
  }
}

/** Raster images load and run nothing else, so they can be displayed. */
export const isSafeImage = (dataUri: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i.test(dataUri)
