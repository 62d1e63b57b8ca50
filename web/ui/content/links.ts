/** The address of a link that may be followed from content; undefined: its scheme is not one of those. */
export function safeHref(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
  } catch {
    // No absolute address: content has no page that it could be relative to.
    return undefined
  }
}

/** Raster images: their data can be drawn without loading or running anything. */
export const isSafeImage = (dataUri: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i.test(dataUri)
