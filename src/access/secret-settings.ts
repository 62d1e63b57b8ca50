// The project setting that masks the values of secrets.
import { z } from 'zod'
import type { RelationalReads } from '../storage/contract/contract.ts'

export const secretSettings = z.object({ masked: z.boolean() }).meta({ id: 'SecretSettings' })

/** An invalid setting of an earlier version masks the values. */
export async function masksSecrets(
  reads: Pick<RelationalReads, 'projectSetting'>,
  projectId: string,
): Promise<boolean> {
  const setting = await reads.projectSetting(projectId, 'secrets')
  if (setting === undefined) return false
  const settings = secretSettings.safeParse(JSON.parse(setting.value))
  return !settings.success || settings.data.masked
}
