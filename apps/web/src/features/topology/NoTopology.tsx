/** Shown if the Web API has no list for a day and none before it. */
export const noTopology = (
  <>
    <p>No topology for this day.</p>
    <p>Connectors write it to the Web API: the endpoints that are monitored, and the groups that they belong to.</p>
  </>
)
