import { emptyCluster } from './empty-cluster.ts'

// Part of the build: the first start of an embedded database then need not wait for it.
await emptyCluster()
