/** A node of a plan in PostgreSQL's JSON format. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface ExplainedStatement {
  readonly text: string;
  readonly plan: PlanNode;
}

/** Settings of a server that logs the plans of all statements, including those within functions. */
export const EXPLAINING = [
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
];
/** Takes effect for connections that are opened later. */
export const EXPLAIN_ALL = 'alter database postgres set auto_explain.log_min_duration = 0';

/** Parses plans from the lines of the log. */
export function collectPlans(): {
  take(line: string): void;
  readonly statements: readonly ExplainedStatement[];
} {
  const statements: ExplainedStatement[] = [];
  let open: string[] | undefined;
  return {
    statements,
    take(line) {
      if (line.includes('  plan:')) open = [];
      else if (!line.startsWith('\t')) open = undefined;
      else open?.push(line);
      // The end of an object that began without indentation.
      if (open === undefined || line !== '\t}') return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(open.join('\n')) as {
        readonly 'Query Text': string;
        readonly Plan: PlanNode;
      };
      statements.push({ text, plan });
      open = undefined;
    },
  };
}

export function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

export function pagesRead(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}
