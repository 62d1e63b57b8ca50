/**
 * Awaits the first chunk of a stream before the answer starts: an error before that chunk is answered with its status
 * instead of a broken connection.
 */
export async function withFirstChunk<T>(parts: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await parts.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* parts
  })()
}
