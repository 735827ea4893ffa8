-- Written by hand: the audit trail is only ever added to.
CREATE TRIGGER audit_entries_new BEFORE INSERT ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: audit_entries.number')
    WHERE EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id OR number = NEW.number);
END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'The audit trail is append-only.');
END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'The audit trail is append-only.');
END;
