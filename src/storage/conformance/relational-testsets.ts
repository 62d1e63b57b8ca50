// The promises of a relational store about testcases and pages of testsets. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { idStartOf, type TestcaseCopy, type TestsetStaging } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

type Content = Omit<TestcaseCopy, 'place'>

const contentOf = (id: string, overrides: Partial<Content> = {}): Content => ({
  id,
  dataText: `{"n":"${id}"}`,
  flags: undefined,
  tags: undefined,
  meta: undefined,
  ...overrides,
})

const idOf = (n: number): string => `00000000-0000-5000-8000-${n.toString(16).padStart(12, '0')}`

export function testsetConformance({ store }: Subject): void {
  const newTestset = () => ({ projectId: clock.id(), testsetId: clock.id(), by: clock.id() })
  const add = async (tx: TestsetStaging, no: number, contents: readonly Content[], firstPlace = 0) => {
    const copies = contents.map((content, i) => ({ ...content, place: firstPlace + i }))
    await tx.insertTestcases(no, copies)
    await tx.indexTestcases(
      no,
      copies.map(({ id, place }) => ({ idStart: idStartOf(id), place })),
    )
  }
  const open = (tx: TestsetStaging, { projectId, testsetId, by }: ReturnType<typeof newTestset>) =>
    tx.openTestcaseWrite(projectId, { testsetId, at: clock.now(), by })
  const write = (testset: ReturnType<typeof newTestset>, contents: readonly Content[]) =>
    store().stage(async (tx) => {
      const no = await open(tx, testset)
      await add(tx, no, contents)
      return no
    })
  const commit = (no: number) => store().write((tx) => tx.commitTestcaseWrite(no))

  test('testcases of a write are invisible to others before it is committed', async () => {
    const testset = newTestset()
    const { projectId, testsetId } = testset
    const id = clock.id()
    const no = await write(testset, [contentOf(id)])
    expect(await store().read.testcases(projectId, [id])).toEqual([])
    expect(await store().read.testcases(projectId, [id], { testsetId, writeNo: no })).toHaveLength(1)
    expect(await commit(no)).toBe(true)
    expect(await store().read.testcases(projectId, [id])).toMatchObject([
      { id, testsetId, dataText: `{"n":"${id}"}`, createdById: testset.by },
    ])
  })

  test('testcases of another project or testset are unknown', async () => {
    const testset = newTestset()
    const id = clock.id()
    await commit(await write(testset, [contentOf(id)]))
    expect(await store().read.testcases(clock.id(), [id])).toEqual([])
    expect(await store().read.testcases(testset.projectId, [id], { testsetId: clock.id() })).toEqual([])
  })

  test('a testcase has the data of its first write and the metadata of its latest', async () => {
    const testset = newTestset()
    const id = clock.id()
    await commit(await write(testset, [contentOf(id, { tags: { n: 1 } })]))
    await commit(
      await write(testset, [contentOf(id, { dataText: undefined, meta: { z: 1, a: { b: null } } })]),
    )
    const [storedTestcase] = await store().read.testcases(testset.projectId, [id])
    expect(storedTestcase).toMatchObject({ dataText: `{"n":"${id}"}`, meta: { z: 1, a: { b: null } } })
    expect(storedTestcase?.tags).toBeUndefined()
    expect(Object.keys(storedTestcase?.meta ?? {})).toEqual(['z', 'a'])
  })

  test('within one write the data stays as first stored and the metadata becomes the newest', async () => {
    const testset = newTestset()
    const id = clock.id()
    const no = await write(testset, [contentOf(id, { dataText: '{"a":1,"b":2}' })])
    await store().stage((tx) =>
      add(tx, no, [contentOf(id, { dataText: '{"b":2,"a":1}', tags: { t: 1 } })], 1),
    )
    await commit(no)
    expect(await store().read.testcases(testset.projectId, [id])).toMatchObject([
      { dataText: '{"a":1,"b":2}', tags: { t: 1 } },
    ])
  })

  test('a testcase can be read by its position at once, and by its id once it is indexed', async () => {
    const testset = newTestset()
    const id = clock.id()
    const copies = [
      { ...contentOf(id, { tags: { n: 1 } }), place: 7 },
      { ...contentOf(id, { dataText: undefined, meta: { n: 2 } }), place: 9 },
    ]
    const no = await store().stage(async (tx) => {
      const openedWrite = await open(tx, testset)
      await tx.insertTestcases(openedWrite, copies)
      return openedWrite
    })
    const byId = () => store().read.testcases(testset.projectId, [id], { writeNo: no })
    expect(await store().read.testcasesAt(no, [9, 8, 7])).toEqual(copies)
    expect(await store().read.testcasesAt(no + 1, [7])).toEqual([])
    expect(await byId()).toEqual([])
    await store().stage((tx) => tx.indexTestcases(no, [{ idStart: idStartOf(id), place: 7 }]))
    expect(await byId()).toMatchObject([{ id, tags: { n: 1 } }])
  })

  test('a position is used once, and a write has a limit of positions', async () => {
    const no = await write(newTestset(), [contentOf(clock.id())])
    const insert = (place: number) =>
      store().stage((tx) => tx.insertTestcases(no, [{ ...contentOf(clock.id()), place }]))
    await expect(insert(0)).rejects.toThrow()
    await expect(insert(2 ** 24)).rejects.toThrow('one write')
    await insert(2 ** 24 - 1)
  })

  test('ids with equal beginnings are distinguished', async () => {
    const testset = newTestset()
    const ids = [1, 2, 3].map((n) => idOf(n + Math.floor(Math.random() * 2 ** 40)))
    await commit(
      await write(
        testset,
        ids.slice(1).map((id) => contentOf(id)),
      ),
    )
    const storedTestcases = await store().read.testcases(testset.projectId, ids)
    expect(storedTestcases.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
  })

  test('a testset has testcases once a write into it is committed', async () => {
    const testset = newTestset()
    const no = await write(testset, [contentOf(clock.id())])
    expect(await store().read.hasTestcases(testset.testsetId)).toBe(false)
    await commit(no)
    expect(await store().read.hasTestcases(testset.testsetId)).toBe(true)
    expect(await store().read.hasTestcases(clock.id())).toBe(false)
  })

  test('lists of every length are written and read', async () => {
    const testset = newTestset()
    for (const count of [1, 9, 10, 99, 101, 263, 1100]) {
      const ids = Array.from({ length: count }, () => clock.id())
      await commit(
        await write(
          testset,
          ids.map((id) => contentOf(id)),
        ),
      )
      const storedTestcases = await store().read.testcases(testset.projectId, [...ids, clock.id()])
      expect(new Set(storedTestcases.map((row) => row.id))).toEqual(new Set(ids))
    }
  })

  interface Page {
    readonly order?: 'ascending' | 'descending'
    readonly offset?: number
    readonly after?: number | undefined
    readonly limit?: number
  }
  const history = ({ projectId, testsetId }: ReturnType<typeof newTestset>, page: Page = {}) =>
    store().read.testcaseHistory(projectId, testsetId, {
      order: 'ascending',
      offset: 0,
      limit: undefined,
      ...page,
    })
  const idsOf = (testcases: readonly { readonly id: string }[]) => testcases.map(({ id }) => id)
  /** Writes three testcases, repeats the first of them in a later write, and leaves a write uncommitted. */
  async function writeThree(testset: ReturnType<typeof newTestset>): Promise<readonly string[]> {
    const base = Math.floor(Math.random() * 2 ** 40)
    const [firstId, secondId, thirdId, uncommittedId] = [3, 2, 1, 0].map((n) => idOf(base + n)) as [
      string,
      string,
      string,
      string,
    ]
    await commit(await write(testset, [contentOf(firstId)]))
    await commit(await write(newTestset(), [contentOf(clock.id())]))
    const repeatedContent = contentOf(firstId, { dataText: undefined, tags: { n: 2 } })
    await commit(await write(testset, [contentOf(secondId), repeatedContent, contentOf(thirdId)]))
    await write(testset, [contentOf(uncommittedId)])
    return [firstId, secondId, thirdId]
  }

  test('the history of a testset lists each testcase once, in order of creation', async () => {
    const testset = newTestset()
    const ids = await writeThree(testset)
    expect(idsOf(await history(testset))).toEqual(ids)
    expect(idsOf(await history(testset, { order: 'descending' }))).toEqual(ids.toReversed())
  })

  test('a page of the history begins at an offset or after a testcase', async () => {
    const testset = newTestset()
    const ids = await writeThree(testset)
    expect(idsOf(await history(testset, { offset: 1, limit: 1 }))).toEqual([ids[1]])
    expect(idsOf(await history(testset, { offset: 3, limit: 1 }))).toEqual([])
    for (const order of ['ascending', 'descending'] as const) {
      const [first] = await history(testset, { order, limit: 1 })
      const next = await history(testset, { order, after: first?.number, limit: 1 })
      const last = await history(testset, { order, after: next[0]?.number })
      expect(idsOf([first, ...next, ...last].filter((testcase) => testcase !== undefined))).toEqual(
        order === 'ascending' ? ids : ids.toReversed(),
      )
    }
  })

  test('the history of many writes and of a large write is complete', async () => {
    const testset = newTestset()
    const largeWrite = Array.from({ length: 450 }, () => clock.id())
    const smallWrites = Array.from({ length: 210 }, () => clock.id())
    const writeNumbers = await store().stage(async (tx) => {
      const numbers: number[] = []
      for (const ids of [largeWrite, ...smallWrites.map((id) => [id])]) {
        const no = await open(tx, testset)
        numbers.push(no)
        await add(
          tx,
          no,
          ids.map((id) => contentOf(id)),
        )
      }
      return numbers
    })
    await store().write(async (tx) => {
      for (const no of writeNumbers) await tx.commitTestcaseWrite(no)
    })
    const ids = [...largeWrite, ...smallWrites]
    expect(idsOf(await history(testset))).toEqual(ids)
    expect(idsOf(await history(testset, { order: 'descending', offset: 5, limit: 500 }))).toEqual(
      ids.toReversed().slice(5, 505),
    )
  })

  test('a dropped write is deleted in steps and can no longer be committed', async () => {
    const testset = newTestset()
    const ids = Array.from({ length: 25 }, () => clock.id())
    const no = await write(
      testset,
      ids.map((id) => contentOf(id)),
    )
    const drop = () => store().stage((tx) => tx.dropTestcaseWrite(no, 10))
    expect([await drop(), await drop(), await drop()]).toEqual([false, false, true])
    expect(await commit(no)).toBe(false)
    expect(await store().read.testcases(testset.projectId, ids)).toEqual([])
  })

  test('a committed write is never dropped', async () => {
    const testset = newTestset()
    const id = clock.id()
    const no = await write(testset, [contentOf(id)])
    await commit(no)
    expect(await store().stage((tx) => tx.dropTestcaseWrite(no, 10))).toBe(true)
    expect(await store().read.testcases(testset.projectId, [id])).toHaveLength(1)
  })

  test('abandoned writes are those opened before a time and not committed', async () => {
    const testset = newTestset()
    const unfinishedWrite = await write(testset, [contentOf(clock.id())])
    const committedWrite = await write(testset, [contentOf(clock.id())])
    await commit(committedWrite)
    const laterTime = clock.now()
    const laterWrite = await write(testset, [contentOf(clock.id())])
    const abandonedWrites = await store().stage((tx) => tx.abandonedTestcaseWrites(laterTime))
    expect(abandonedWrites).toContain(unfinishedWrite)
    expect(abandonedWrites).not.toContain(committedWrite)
    expect(abandonedWrites).not.toContain(laterWrite)
  })

  test('pages are returned as first stored, with their fingerprints, within their project', async () => {
    const { projectId } = newTestset()
    const fingerprints = Uint8Array.from([1, 0, 255, 7])
    const pages = Array.from({ length: 70 }, (_, i) => ({
      hash: `${i}`.padStart(40, '0'),
      text: `{"page":"é ${i}"}`,
      fingerprints: i % 2 === 0 ? fingerprints : undefined,
    }))
    await store().stage((tx) => tx.insertPages(projectId, pages))
    await store().stage((tx) =>
      tx.insertPages(
        projectId,
        pages.map((page) => ({ ...page, text: 'other' })),
      ),
    )
    const hashes = pages.map((page) => page.hash)
    const texts = await store().read.pageTexts(projectId, [...hashes, 'f'.repeat(40)])
    expect(new Map(texts.map((page) => [page.hash, page.text]))).toEqual(
      new Map(pages.map((page) => [page.hash, page.text])),
    )
    const storedFingerprints = await store().read.pageFingerprints(projectId, hashes)
    expect(storedFingerprints).toHaveLength(35)
    expect([...(storedFingerprints[0]?.fingerprints ?? [])]).toEqual([...fingerprints])
    expect(await store().read.pageTexts(clock.id(), hashes)).toEqual([])
  })

  test('writes that are opened at once get different numbers', async () => {
    const testset = newTestset()
    const numbers = await Promise.all(Array.from({ length: 20 }, () => write(testset, [])))
    expect(new Set(numbers).size).toBe(20)
  })
}
