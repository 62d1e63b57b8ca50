// The kinds of versioned records in the API.

export type KindName = 'application' | 'workflow' | 'evaluator' | 'query' | 'testset' | 'environment'
