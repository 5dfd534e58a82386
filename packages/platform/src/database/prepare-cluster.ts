import { emptyCluster } from './empty-cluster.ts'

// Part of the build, so that the first start of an embedded database is fast.
await emptyCluster()
