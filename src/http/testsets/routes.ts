// src/http/testsets: routes of rows, uploads, downloads, diffs and merges of testsets.
// context.ts has the parts that all of them take.
// Imports src/testsets and below. Start here.
//
// The routes that only testsets have.
import { openReadsToPrograms, type Route } from '../route.ts'
import { downloadRoutes } from './download.ts'
import { mergeRoutes } from './merge.ts'
import { rowRoutes } from './rows.ts'
import { testcaseRoutes } from './testcases.ts'
import { transferRoute } from './transfer.ts'
import { uploadRoutes } from './upload.ts'
import type { TestsetRoutesContext } from './context.ts'

export const testsetRoutes = (context: TestsetRoutesContext): readonly Route[] =>
  openReadsToPrograms([
    ...uploadRoutes(context),
    ...downloadRoutes(context),
    transferRoute(context),
    ...mergeRoutes(context),
    ...testcaseRoutes,
    ...rowRoutes(),
  ])
