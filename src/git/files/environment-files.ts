// The file of an environment: the references by key.
import { isJsonObject } from '../../kernel/json/value.ts'
import {
  payloadUnlessErrors,
  hasPayload,
  jsonFile,
  locateInJson,
  readJsonObject,
  type FileError,
  type Layout,
} from './files.ts'

const environmentPath = 'environment.json'

export const environmentFiles: Layout = {
  isPayloadPath: (path) => path === environmentPath,
  write: ({ references }) =>
    new Map([[environmentPath, jsonFile(isJsonObject(references) ? references : {})]]),
  read: (files) => {
    const errors: FileError[] = []
    const locate: ReturnType<Layout['read']>['locate'] = ([, ...path]) =>
      locateInJson({ files, path: environmentPath }, path)
    if (!hasPayload(environmentFiles, files)) return { data: undefined, errors, locate }
    const references = readJsonObject({ files, path: environmentPath }, errors)
    return payloadUnlessErrors({ references }, { errors, locate })
  },
}
