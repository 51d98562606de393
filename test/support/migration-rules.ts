import {
  type AlterTableCmd,
  type AlterTableStmt,
  type ColumnDef,
  type Constraint,
  type CreatePolicyStmt,
  type GrantStmt,
  type IndexStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
} from 'libpg-query'
import {
  builtIndex,
  changesCoachPolicy,
  createdPolicy,
  oldestServed,
  runsConcurrently,
  statementsOf,
} from '../../src/database/migration-text.ts'

/** What a migration may not do, because the previous release runs beside it or because it locks for long. */
export type MigrationRule =
  | 'removes'
  | 'renames'
  | 'replaces'
  | 'column-without-default'
  | 'column-default-not-constant'
  | 'column-type'
  | 'column-changed'
  | 'constraint-validated'
  | 'rows-changed'
  | 'index-locks'
  | 'needs-concurrently'
  | 'not-repeatable'
  | 'several-tables'
  | 'not-an-expand-step'
  | 'not-readable'

export type MigrationFinding = { rule: MigrationRule; statement: string }

await loadModule()

/**
 * The rules that a migration breaks, with the statement, in the order of the file, by the syntax tree of PostgreSQL's own
 * parser. What isn't known to be an expand step is refused. Tables that the file creates itself may be changed. A file
 * whose first line is `-- contracts: NNNN` may also remove, rename and replace.
 *
 * It doesn't see whether a new constraint or unique index refuses what the previous release writes, nor what functions do.
 */
export function findMigrationViolations(text: string): MigrationFinding[] {
  const statements = parsed(text)
  if (statements === undefined) return [{ rule: 'not-readable', statement: text }]
  const file = { created: new Set<string>(), altered: new Set<string>() }
  const findings = statements.flatMap(({ node, statement }) => {
    const rules = runsConcurrently(text) ? rulesBrokenAlone(node, statement) : rulesBroken(node, file)
    return rules.map((rule) => ({ rule, statement }))
  })
  if (file.altered.size > 1)
    findings.push({ rule: 'several-tables', statement: [...file.altered].join(', ') })
  if (runsConcurrently(text) && statementsOf(text).length !== statements.length)
    findings.push({ rule: 'not-repeatable', statement: text })
  return findings.filter(({ rule }) => oldestServed(text) === undefined || !contractions.has(rule))
}

const contractions: ReadonlySet<MigrationRule> = new Set(['removes', 'renames', 'replaces'])

type ParsedStatement = { node: Node; statement: string }

function parsed(text: string): ParsedStatement[] | undefined {
  try {
    const bytes = Buffer.from(text)
    return (parseSync(text).stmts ?? []).map(({ stmt, stmt_location: from = 0, stmt_len: length }) => ({
      node: stmt as Node,
      statement: statementsOf(bytes.subarray(from, length && from + length).toString()).join(';'),
    }))
  } catch {
    return undefined
  }
}

type File = { created: Set<string>; altered: Set<string> }

/**
 * A file that runs concurrently builds indexes and validates constraints, which lets others read and write, and adds
 * policies to many tables, or changes what coaches see of them, each in a moment of its own.
 */
function rulesBrokenAlone(node: Node, statement: string): MigrationRule[] {
  if ('IndexStmt' in node) {
    const { concurrent, if_not_exists, idxname } = node.IndexStmt
    if (!concurrent) return ['index-locks']
    return if_not_exists && idxname === builtIndex(statement) ? [] : ['not-repeatable']
  }
  if ('CreatePolicyStmt' in node) {
    if (!createdPolicy(statement)) return ['not-repeatable']
    const { permissive, qual, with_check } = node.CreatePolicyStmt
    return permissive || (!with_check && showsEveryone(qual)) ? [] : ['replaces']
  }
  // Only that of coaches is restrictive in every table, so that no other one is opened by what it shows.
  if ('AlterPolicyStmt' in node) {
    if (!changesCoachPolicy(statement)) return ['not-repeatable']
    const { roles = [], qual, with_check } = node.AlterPolicyStmt
    return roles.length === 0 && !with_check && showsEveryone(qual) ? [] : ['replaces']
  }
  const commands = 'AlterTableStmt' in node ? commandsOf(node.AlterTableStmt) : []
  const validates = commands.every(({ subtype }) => subtype === 'AT_ValidateConstraint')
  return commands.length > 0 && validates ? [] : ['not-repeatable']
}

function rulesBroken(node: Node, file: File): MigrationRule[] {
  if ('CreateStmt' in node) return rulesBrokenByTable(node.CreateStmt, file)
  if ('AlterTableStmt' in node) return rulesBrokenByAlter(node.AlterTableStmt, file)
  if ('IndexStmt' in node) return rulesBrokenByIndex(node.IndexStmt, file)
  if ('CreatePolicyStmt' in node) return rulesBrokenByPolicy(node.CreatePolicyStmt, file)
  if ('CreateTrigStmt' in node) return isCreated(node.CreateTrigStmt.relation, file) ? [] : ['replaces']
  if ('CreateFunctionStmt' in node) return node.CreateFunctionStmt.replace ? ['replaces'] : []
  if ('GrantStmt' in node) return rulesBrokenByGrant(node.GrantStmt, file)
  if ('CommentStmt' in node) return []
  if ('DropStmt' in node || 'TruncateStmt' in node) return ['removes']
  if ('RenameStmt' in node) return ['renames']
  if ('InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node || 'MergeStmt' in node)
    return writesOnly(node, file) ? [] : ['rows-changed']
  return ['DoStmt' in node ? 'not-readable' : 'not-an-expand-step']
}

type CreateTable = Extract<Node, { CreateStmt: unknown }>['CreateStmt']

/** With `if not exists` the table may be an older one. */
function rulesBrokenByTable(table: CreateTable, { created }: File): MigrationRule[] {
  const { relation, inhRelations, partbound, if_not_exists } = table
  const isTable = relation?.relpersistence === 'p' || relation?.relpersistence === 'u'
  const isPlain = isTable && !inhRelations && !partbound && !if_not_exists
  if (isPlain) created.add(nameOf(relation))
  return isPlain ? [] : ['not-an-expand-step']
}

function rulesBrokenByAlter(statement: AlterTableStmt, file: File): MigrationRule[] {
  if (statement.objtype !== 'OBJECT_TABLE') return ['not-an-expand-step']
  const commands = commandsOf(statement)
  if (isCreated(statement.relation, file))
    return commands.every(({ subtype }) => onNewTables.has(subtype)) ? [] : ['not-an-expand-step']
  file.altered.add(nameOf(statement.relation))
  return commands.flatMap(rulesBrokenByCommand)
}

const onNewTables: ReadonlySet<AlterTableCmd['subtype']> = new Set([
  'AT_AddColumn',
  'AT_AddConstraint',
  'AT_ColumnDefault',
  'AT_SetNotNull',
  'AT_SetStorage',
  'AT_EnableRowSecurity',
  'AT_ForceRowSecurity',
] as const)

function rulesBrokenByCommand({ subtype, def }: AlterTableCmd): MigrationRule[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? rulesBrokenByColumn(def.ColumnDef) : ['not-an-expand-step']
    case 'AT_AddConstraint':
      return def && 'Constraint' in def && addsUnvalidated(def.Constraint) ? [] : ['constraint-validated']
    case 'AT_ValidateConstraint':
      return ['needs-concurrently']
    case 'AT_DropColumn':
    case 'AT_DropConstraint':
      return ['removes']
    case 'AT_ColumnDefault':
    case 'AT_DropNotNull':
      return ['replaces']
    case 'AT_AlterColumnType':
    case 'AT_SetNotNull':
      return ['column-changed']
    default:
      return ['not-an-expand-step']
  }
}

function addsUnvalidated({ contype, skip_validation, indexname }: Constraint): boolean {
  if (contype === 'CONSTR_UNIQUE') return indexname !== undefined
  return (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') && skip_validation === true
}

function rulesBrokenByColumn({ typeName, constraints = [] }: ColumnDef): MigrationRule[] {
  const type = typeName?.names?.at(-1)
  if (!type || !('String' in type) || !plainTypes.has(type.String.sval ?? '')) return ['column-type']
  const parts = constraints.flatMap((part) => ('Constraint' in part ? [part.Constraint] : []))
  const others = parts.map(({ contype }) => contype).filter((kind) => !harmless.has(kind))
  if (others.includes('CONSTR_GENERATED') || others.includes('CONSTR_IDENTITY'))
    return ['column-default-not-constant']
  if (others.length > 0) return ['constraint-validated']
  const value = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr
  const constant = value && constantOf(value)
  if (value && !constant) return ['column-default-not-constant']
  const isRequired = parts.some(({ contype }) => contype === 'CONSTR_NOTNULL')
  return isRequired && (!constant || constant.isnull) ? ['column-without-default'] : []
}

const harmless: ReadonlySet<Constraint['contype']> = new Set([
  'CONSTR_NULL',
  'CONSTR_NOTNULL',
  'CONSTR_DEFAULT',
] as const)

/** Domains are checked for each row, and serial types number each row. */
const plainTypes = new Set(
  'text varchar bpchar bool int2 int4 int8 float4 float8 numeric date time timestamptz interval uuid json jsonb bytea inet'.split(
    ' ',
  ),
)

function constantOf(value: Node) {
  if ('A_Const' in value) return value.A_Const
  if (!('TypeCast' in value)) return undefined
  const { arg } = value.TypeCast
  return arg && 'A_Const' in arg ? arg.A_Const : undefined
}

function rulesBrokenByIndex({ concurrent, relation }: IndexStmt, file: File): MigrationRule[] {
  if (concurrent) return ['needs-concurrently']
  return isCreated(relation, file) ? [] : ['index-locks']
}

function rulesBrokenByPolicy({ table, permissive }: CreatePolicyStmt, file: File): MigrationRule[] {
  if (isCreated(table, file)) return []
  file.altered.add(nameOf(table))
  return permissive ? [] : ['replaces']
}

/**
 * Whether a restrictive policy hides nothing from transactions that aren't for a coach, and so nothing from an earlier
 * version: its condition, or the first part of an `or`, is `sees_everyone()`, if need be in a subquery that is never
 * null for them.
 */
function showsEveryone(qual: Node | undefined): boolean {
  if (!qual) return false
  if ('BoolExpr' in qual) return qual.BoolExpr.boolop === 'OR_EXPR' && showsEveryone(qual.BoolExpr.args?.[0])
  return everyoneConditions.includes(withoutPlaces(qual))
}

const everyoneConditions = [
  'true',
  'sees_everyone()',
  '(select case when sees_everyone() then true end) is not null',
].map((text) => {
  const parsedText = parseSync(`create policy p on t as restrictive using (${text})`).stmts?.[0]?.stmt
  return withoutPlaces(parsedText && 'CreatePolicyStmt' in parsedText && parsedText.CreatePolicyStmt.qual)
})

/** A syntax tree as text, without where in the file it is. */
function withoutPlaces(node: unknown): string {
  return JSON.stringify(node, (key, value) => (key === 'location' ? undefined : value))
}

function rulesBrokenByGrant({ is_grant, objects = [] }: GrantStmt, file: File): MigrationRule[] {
  const own = objects.every((object) => 'RangeVar' in object && isCreated(object.RangeVar, file))
  return is_grant || own ? [] : ['removes']
}

/** Whether a statement names no table but those of the file, and calls nothing. */
function writesOnly(node: unknown, file: File): boolean {
  if (typeof node !== 'object' || node === null) return true
  if ('FuncCall' in node) return false
  if ('relname' in node && !isCreated(node as RangeVar, file)) return false
  return Object.values(node).every((part) => writesOnly(part, file))
}

function commandsOf({ cmds = [] }: AlterTableStmt): AlterTableCmd[] {
  return cmds.flatMap((command) => ('AlterTableCmd' in command ? [command.AlterTableCmd] : []))
}

function isCreated(relation: RangeVar | undefined, { created }: File): boolean {
  return created.has(nameOf(relation))
}

function nameOf(relation: RangeVar | undefined): string {
  return `${relation?.schemaname ?? ''}.${relation?.relname ?? ''}`
}
