// The keys that move the cursor of a table.

/** Steps of the cursor by key; Home and End move by the number of rows. */
export function cursorStep(key: string, rows: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: 20,
    PageUp: -20,
    Home: -rows,
    End: rows,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}
