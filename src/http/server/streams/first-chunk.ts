/**
 * Awaits the first chunk of a stream before the answer starts. An error up to there is answered with its
 * status, not with a broken connection.
 */
export async function withFirstChunk<T>(parts: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await parts.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* parts
  })()
}
