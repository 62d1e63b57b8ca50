// The authors of a project: its keys and, for an imported project, the keys that it had on its former server.
import { z } from 'zod'
import { textForms, type RelationalReads } from '../storage/contract/contract.ts'

/** The project setting with the authors of an imported project. */
export const authorsSetting = 'authors'

const name = z.string().max(1000).regex(textForms.text)
const author = z.strictObject({ id: z.string().regex(textForms.id), prefix: name, name: name.nullable() })
export type Author = z.output<typeof author>

const authors = z.array(author)
/** Throws if the text is not a list of authors. */
export const parseAuthors = (text: string): readonly Author[] => authors.parse(JSON.parse(text))

/** Authors of revoked keys keep their names. */
export async function authorsOf(
  reads: Pick<RelationalReads, 'keyNames' | 'projectSetting'>,
  projectId: string,
): Promise<readonly Author[]> {
  const keys = await reads.keyNames(projectId)
  const setting = await reads.projectSetting(projectId, authorsSetting)
  const importedAuthors = setting === undefined ? [] : parseAuthors(setting.value)
  return [
    ...importedAuthors,
    ...keys.map(({ id, prefix, name: keyName }) => ({ id, prefix, name: keyName ?? null })),
  ]
}
