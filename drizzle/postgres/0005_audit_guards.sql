-- Written by hand: the audit trail is only ever added to.
CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'The audit trail is append-only.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_refuses();
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE OR TRUNCATE ON audit_entries EXECUTE FUNCTION audit_refuses();
