// Tests whether a provider secret works. The answer reports the outcome, but nothing that the provider sent.
import { z } from 'zod'
import type { Secrets } from '../../access/secrets.ts'
import { AssayError } from '../../kernel/errors.ts'
import { optional } from '../../kernel/validation.ts'
import { tryProvider, type TrialParts } from '../../programs/clients/trial.ts'
import { projectRoute, type Route } from '../route.ts'
import { disconnectSignal } from '../server/disconnect-signal.ts'
import { idParams } from '../field-schemas.ts'

const modelCharactersMax = 200

export const secretTrialRoute = (secrets: Secrets, parts: Omit<TrialParts, 'signal'>): Route =>
  projectRoute({
    method: 'POST',
    path: '/secrets/{id}/test',
    operationId: 'test_secret',
    examples: { body: { model: 'another' } },
    sdkName: 'secrets.test',
    errors: ['not_found'],
    summary: 'Call the provider of a secret once to test whether it works.',
    description:
      'The named model, or else the first model of the secret, gets a short prompt; without a model, the models of the provider are listed. A refusal by the provider is a normal answer: `ok` is false and `message` has the reason.',
    access: 'editor',
    audited: true,
    params: idParams,
    body: z.object({ model: optional(z.string().min(1).max(modelCharactersMax)) }),
    bodyOptional: true,
    answer: z
      .object({
        ok: z.boolean(),
        message: z.string(),
        status: z.int().optional(),
        model: z.string().optional(),
        duration_ms: z.int(),
      })
      .meta({ id: 'SecretTrial' }),
    handle: async (call, { scope }) => {
      const secret = await secrets.fetch(scope, { id: call.params.id })
      scope.touched('secret', secret.id)
      const signal = disconnectSignal(call)
      const { durationMs, ...trial } = await tryProvider({ ...parts, signal }, secret, call.body.model).catch(
        (error: unknown) => {
          throw signal.aborted ? new AssayError('unavailable', 'The client disconnected.') : error
        },
      )
      return { ...trial, duration_ms: durationMs }
    },
  })
