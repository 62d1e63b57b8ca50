/**
 * A stream whose first part is made before anything is answered: what is wrong is then still told by a status, not by
 * a connection that breaks.
 */
export async function begun<T>(parts: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await parts.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* parts
  })()
}
