CREATE TABLE "embedded_texts" (
	"space_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"vector" "bytea" NOT NULL,
	"bits" "bytea" NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "embedded_texts_space_id_hash_pk" PRIMARY KEY("space_id","hash")
);
--> statement-breakpoint
CREATE TABLE "index_chunks" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"index_id" text NOT NULL,
	"id" text NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"source" text,
	"hash" "bytea" NOT NULL,
	"position" integer NOT NULL,
	"is_live" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "indexes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"space_id" text,
	"version" integer NOT NULL,
	"size" integer NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vector_spaces" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"dimensions" integer NOT NULL,
	"center" "bytea" NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_attempts" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"owner" text NOT NULL,
	"started_date" timestamp (3) with time zone NOT NULL,
	"ended_date" timestamp (3) with time zone,
	"outcome" text,
	"error" text,
	CONSTRAINT "job_attempts_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"queue_key" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text NOT NULL,
	"progress" jsonb,
	"result" jsonb,
	"error" text,
	"attempts" integer NOT NULL,
	"run_date" timestamp (3) with time zone NOT NULL,
	"owner" text,
	"lease_date" timestamp (3) with time zone,
	"cancel_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	"ended_date" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "store_chunks" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"source_id" text NOT NULL,
	"generation" integer NOT NULL,
	"chunk_no" integer NOT NULL,
	"page_content" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"name" text NOT NULL,
	"loader_id" text NOT NULL,
	"loader_name" text NOT NULL,
	"loader_config" jsonb NOT NULL,
	"splitter_id" text,
	"splitter_name" text,
	"splitter_config" jsonb NOT NULL,
	"credential" text,
	"files" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"pages" integer,
	"state" text NOT NULL,
	"error" text,
	"total_chunks" integer NOT NULL,
	"total_chars" bigint NOT NULL,
	"generation" integer NOT NULL,
	"content_hash" text,
	"schedule" text,
	"next_date" timestamp (3) with time zone,
	"read_date" timestamp (3) with time zone,
	"changes" jsonb,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"embedding" jsonb,
	"vector_store" jsonb,
	"record_manager" jsonb,
	"status" text NOT NULL,
	"upserted_date" timestamp (3) with time zone,
	"test_set" jsonb,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upserts" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"user_id" text NOT NULL,
	"job_id" text NOT NULL,
	"node_id" text NOT NULL,
	"status" text NOT NULL,
	"status_text" text NOT NULL,
	"counts" jsonb,
	"nodes" jsonb NOT NULL,
	"is_draft" boolean NOT NULL,
	"started_by" text NOT NULL,
	"cost_micro" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"ended_date" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "flows" ADD COLUMN "purpose" text DEFAULT 'flow' NOT NULL;--> statement-breakpoint
ALTER TABLE "embedded_texts" ADD CONSTRAINT "embedded_texts_space_id_vector_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."vector_spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_chunks" ADD CONSTRAINT "index_chunks_index_id_indexes_id_fk" FOREIGN KEY ("index_id") REFERENCES "public"."indexes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indexes" ADD CONSTRAINT "indexes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indexes" ADD CONSTRAINT "indexes_space_id_vector_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."vector_spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_spaces" ADD CONSTRAINT "vector_spaces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attempts" ADD CONSTRAINT "job_attempts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_chunks" ADD CONSTRAINT "store_chunks_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_chunks" ADD CONSTRAINT "store_chunks_source_id_store_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."store_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_sources" ADD CONSTRAINT "store_sources_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_uploads" ADD CONSTRAINT "store_uploads_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_id_flows_id_fk" FOREIGN KEY ("id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upserts" ADD CONSTRAINT "upserts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upserts" ADD CONSTRAINT "upserts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "index_chunks_id" ON "index_chunks" USING btree ("index_id","id");--> statement-breakpoint
CREATE INDEX "index_chunks_source" ON "index_chunks" USING btree ("index_id","source","position");--> statement-breakpoint
CREATE INDEX "index_chunks_staged" ON "index_chunks" USING btree ("index_id") WHERE not "index_chunks"."is_live";--> statement-breakpoint
CREATE UNIQUE INDEX "indexes_name" ON "indexes" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "indexes_space" ON "indexes" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vector_spaces_key" ON "vector_spaces" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_date") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_running" ON "jobs" USING btree ("queue_key") WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "jobs_subject" ON "jobs" USING btree ("subject_id","created_date");--> statement-breakpoint
CREATE INDEX "jobs_user" ON "jobs" USING btree ("user_id","created_date");--> statement-breakpoint
CREATE INDEX "store_chunks_source" ON "store_chunks" USING btree ("source_id","generation","chunk_no");--> statement-breakpoint
CREATE INDEX "store_chunks_store" ON "store_chunks" USING btree ("store_id","source_id","chunk_no");--> statement-breakpoint
CREATE INDEX "store_sources_store" ON "store_sources" USING btree ("store_id","created_date");--> statement-breakpoint
CREATE INDEX "store_sources_next" ON "store_sources" USING btree ("next_date") WHERE "store_sources"."next_date" is not null;--> statement-breakpoint
CREATE INDEX "store_uploads_store" ON "store_uploads" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "stores_user" ON "stores" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "upserts_subject" ON "upserts" USING btree ("subject_id","date");--> statement-breakpoint
CREATE INDEX "upserts_job" ON "upserts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "upserts_user" ON "upserts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "upserts_processing" ON "upserts" USING btree ("date") WHERE "upserts"."status" = 'PROCESSING';