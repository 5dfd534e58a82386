-- How many findings each rule had, the worst first: [{"rule": "metric/eol", "severity": "error", "count": 1}].
alter table finding_counts add column rules json not null default '[]';

-- So that today is counted again, with its rules.
update finding_counts set revision = '';
