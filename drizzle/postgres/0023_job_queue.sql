DROP INDEX "jobs_due";--> statement-breakpoint
CREATE INDEX "jobs_queue" ON "jobs" USING btree ("queue_key","created_date") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("user_id","created_date","id","state","run_date") WHERE "jobs"."state" in ('queued', 'running');