// The kinds of versioned records, as the wire names them.

export type KindName = 'application' | 'workflow' | 'evaluator' | 'query' | 'testset' | 'environment'
