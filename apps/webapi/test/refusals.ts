/** The common format of every refusal. */
export const refusal = (status: number, message: string, details: string, problem = message) => ({
  status,
  body: {
    status: { message, code: String(status), details },
    errors: [{ message: problem, code: String(status), details }],
  },
})

export const malformed = refusal(
  400,
  'Bad Request',
  'Request Body contains malformed JSON, thus rendering the Request Bad',
)

export const noSuchItem = refusal(404, 'Not Found', 'item with the specific ID was not found on the server')

export const invalid = (details: string) => refusal(422, 'Validation Error', details, 'Validation Failed')

export const nothingFound = refusal(404, 'Not Found', 'Specific query returned no items')
