/** Budgets of docs/architecture.md that belong to what does not exist yet. */
export const notYet: readonly string[] = [
  'list of 1,000 metric templates: at least 60 % of the bare handler',
  "a package's new version rolled over 100 tenants of 500 metrics: same number of statements as over one tenant",
]
