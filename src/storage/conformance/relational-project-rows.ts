// The promises of a relational store about the rows of a project, for exports and imports. Part of the suite in
// relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { ProjectRow } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

const artifactRow = (overrides: ProjectRow = {}): ProjectRow => ({
  id: clock.id(),
  family: 'workflow',
  slug: clock.hex(12),
  name: null,
  description: 'ä "quoted"',
  flags: '{}',
  tags: '{"b":1,"a":2}',
  meta: null,
  created_at: clock.now(),
  created_by_id: clock.id(),
  updated_at: null,
  updated_by_id: null,
  deleted_at: null,
  deleted_by_id: null,
  roles: 1,
  ...overrides,
})

const variantRow = (artifactId: string): ProjectRow => {
  const { roles: _, ...header } = artifactRow()
  return { ...header, artifact_id: artifactId, forked_from_revision_id: null }
}

export function projectRowConformance({ store }: Subject): void {
  const insert = (projectId: string, rows: readonly ProjectRow[]) =>
    store().write((tx) => tx.insertProjectRows('artifacts', { projectId, rows }))
  const page = (projectId: string, after?: ProjectRow, limit = 1000) =>
    store().read.projectRows('artifacts', { projectId, after, createdUntil: clock.now(), limit })

  test('are read as they were inserted, in pages, and only in their project', async () => {
    const projectId = clock.id()
    const rows = Array.from({ length: 7 }, () => artifactRow())
    expect(await insert(projectId, rows)).toBe('inserted')
    expect(await page(projectId)).toEqual(rows)
    const first = await page(projectId, undefined, 3)
    expect([...first, ...(await page(projectId, first.at(-1)))]).toEqual(rows)
    expect(await page(clock.id())).toEqual([])
  })

  test('created after a time are omitted', async () => {
    const projectId = clock.id()
    const [earlyRow, lateRow] = [artifactRow({ created_at: '2020-01-01T00:00:00.000000Z' }), artifactRow()]
    await insert(projectId, [earlyRow, lateRow])
    const query = { projectId, after: undefined, createdUntil: '2021-01-01T00:00:00.000000Z', limit: 10 }
    expect(await store().read.projectRows('artifacts', query)).toEqual([earlyRow])
  })

  test('are refused when their id is in use, or their parent belongs to another project', async () => {
    const [projectId, row] = [clock.id(), artifactRow()]
    await insert(projectId, [row])
    expect(await insert(clock.id(), [artifactRow({ id: row['id'] ?? null })])).toBe('conflict')
    const variant = variantRow(String(row['id']))
    const insertVariantInto = (project: string) =>
      store().write((tx) => tx.insertProjectRows('variants', { projectId: project, rows: [variant] }))
    expect(await insertVariantInto(clock.id())).toBe('orphan')
    expect(await insertVariantInto(projectId)).toBe('inserted')
  })

  test('are dropped in steps, children first, with the testcases of the project', async () => {
    const [projectId, otherProject] = [clock.id(), clock.id()]
    const rows = [artifactRow({ family: 'testset' }), artifactRow(), artifactRow()]
    await insert(projectId, rows)
    await insert(otherProject, [artifactRow()])
    const testsetId = String(rows[0]?.['id'])
    await store().write((tx) =>
      tx.insertProjectRows('variants', { projectId, rows: [variantRow(testsetId)] }),
    )
    const writeNo = await store().write(async (tx) => {
      const number = await tx.openTestcaseWrite(projectId, { testsetId, at: clock.now(), by: clock.id() })
      const texts = { flags: undefined, tags: undefined, meta: undefined }
      await tx.insertTestcases(number, [{ place: 0, id: clock.id(), dataText: '{"a":1}', ...texts }])
      await tx.commitTestcaseWrite(number)
      return number
    })
    expect(await store().read.testcasesOfWrite(writeNo, { after: -1, limit: 10 })).toMatchObject([
      { place: 0, data: '{"a":1}' },
    ])
    let steps = 1
    while (!(await store().write((tx) => tx.dropProjectRows(projectId, 1)))) steps += 1
    expect(steps).toBeGreaterThan(4)
    expect(await page(projectId)).toEqual([])
    expect(await store().read.testcasesOfWrite(writeNo, { after: -1, limit: 10 })).toEqual([])
    expect(await page(otherProject)).toHaveLength(1)
  })

  test('of an import without a recent heartbeat are abandoned, and the import cannot continue', async () => {
    const [projectId, otherProject] = [clock.id(), clock.id()]
    const [earlyTime, expiredBefore] = ['2020-01-01T00:00:00.000000Z', '2021-01-01T00:00:00.000000Z']
    const begin = (id: string) => store().write((tx) => tx.beginProjectImport(id, earlyTime))
    const continueImport = (id: string) => store().write((tx) => tx.continueProjectImport(id, clock.now()))
    const abandonedIds = () => store().read.abandonedProjectImports()
    await begin(projectId)
    await begin(otherProject)
    expect(await continueImport(otherProject)).toBe(true)
    expect(await abandonedIds()).not.toContain(projectId)
    await store().write((tx) => tx.abandonProjectImports(expiredBefore))
    expect(await abandonedIds()).toContain(projectId)
    expect(await abandonedIds()).not.toContain(otherProject)
    expect([await continueImport(projectId), await continueImport(otherProject)]).toEqual([false, true])
    await store().write((tx) => tx.endProjectImport(projectId))
    expect(await abandonedIds()).not.toContain(projectId)
    expect(await continueImport(projectId)).toBe(false)
  })

  test('with bytes are read as they were inserted, and are inserted only below a parent in their project', async () => {
    const projectId = clock.id()
    const artifact = artifactRow()
    await insert(projectId, [artifact])
    const row: ProjectRow = {
      artifact_id: artifact['id'] ?? null,
      object_id: 'b'.repeat(40),
      type: 'blob',
      bytes: Uint8Array.from({ length: 256 }, (_, i) => i),
    }
    const put = (project: string, rows: readonly ProjectRow[]) =>
      store().write((tx) => tx.insertProjectRows('git_objects', { projectId: project, rows }))
    expect(await put(clock.id(), [row])).toBe('orphan')
    expect(await put(projectId, [row])).toBe('inserted')
    expect(await put(projectId, [row])).toBe('conflict')
    const query = { projectId, after: undefined, createdUntil: clock.now(), limit: 10 }
    const storedRows = await store().read.projectRows('git_objects', query)
    expect(
      storedRows.map((storedRow) => ({
        ...storedRow,
        bytes: Uint8Array.from(Buffer.from(Object(storedRow['bytes']))),
      })),
    ).toEqual([row])
    const before = { ...query, createdUntil: '2020-01-01T00:00:00.000000Z' }
    expect(await store().read.projectRows('git_objects', before)).toEqual([])
    while (!(await store().write((tx) => tx.dropProjectRows(projectId, 1)))) continue
    expect(await store().read.projectRows('git_objects', query)).toEqual([])
  })
}
