// Resolves colour tokens for canvas drawings.

/** Returns a token such as `--bad` as a CSS colour. A reused probe element could return its previous colour. */
export function colourOf(parent: HTMLElement, token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  parent.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
