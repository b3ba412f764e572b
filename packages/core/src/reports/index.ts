/** Reports for operators: lists of requests, counts, usage. */
export { createRejectionCounter, type RejectionCounter } from './count-rejections.ts';
export { getRequest, type RequestDetail } from './get-request.ts';
export { type AppUsage, getUsage } from './get-usage.ts';
export {
  listRequests,
  type ReportedRequest,
  type ReportQuery,
  type ReportStatus,
  type RequestListQuery,
} from './list-requests.ts';
export {
  type Overview,
  type OverviewQuery,
  overview,
  type RequestCounts,
} from './overview.ts';
export {
  auditQueryInput,
  type DeliveryQuery,
  deliveryQueryInput,
  ledgerQueryInput,
  overviewQueryInput,
  requestQueryInput,
} from './report-query.ts';
