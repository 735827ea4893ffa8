CREATE TABLE "dataset_rows" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"sequence_no" integer NOT NULL,
	"input" text NOT NULL,
	"output" text NOT NULL,
	"must_pass" boolean NOT NULL,
	"source" text NOT NULL,
	"evaluator_ids" jsonb
);
--> statement-breakpoint
CREATE TABLE "datasets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"flow_id" text,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"evaluator_ids" jsonb NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluation_results" (
	"evaluation_id" text NOT NULL,
	"version_id" text NOT NULL,
	"row" integer NOT NULL,
	"is_done" boolean NOT NULL,
	"round" integer NOT NULL,
	"run_id" text NOT NULL,
	"answer" text NOT NULL,
	"error" text,
	"cost_micro" bigint NOT NULL,
	"judge_micro" bigint NOT NULL,
	"latency_ms" integer NOT NULL,
	"scores" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	CONSTRAINT "evaluation_results_evaluation_id_row_version_id_pk" PRIMARY KEY("evaluation_id","row","version_id")
);
--> statement-breakpoint
CREATE TABLE "evaluation_rows" (
	"evaluation_id" text NOT NULL,
	"number" integer NOT NULL,
	"row_id" text NOT NULL,
	"input" text NOT NULL,
	"output" text NOT NULL,
	"must_pass" boolean NOT NULL,
	"evaluator_ids" jsonb NOT NULL,
	CONSTRAINT "evaluation_rows_evaluation_id_number_pk" PRIMARY KEY("evaluation_id","number")
);
--> statement-breakpoint
CREATE TABLE "evaluation_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"evaluation_id" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"number" integer,
	"changes" jsonb,
	"model" jsonb,
	"model_name" text NOT NULL,
	"flow_data" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"user_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"dataset_id" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"evaluators" jsonb NOT NULL,
	"job_id" text NOT NULL,
	"started_by" text NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"ended_date" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "publish_gates" (
	"flow_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"dataset_id" text,
	"pass_line" integer NOT NULL,
	"needs_must" boolean NOT NULL,
	"needs_not_worse" boolean NOT NULL,
	"max_cost_increase" integer,
	"max_median_ms" integer
);
--> statement-breakpoint
CREATE TABLE "evaluators" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dataset_rows" ADD CONSTRAINT "dataset_rows_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_rows" ADD CONSTRAINT "evaluation_rows_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_versions" ADD CONSTRAINT "evaluation_versions_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_gates" ADD CONSTRAINT "publish_gates_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluators" ADD CONSTRAINT "evaluators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_rows_dataset" ON "dataset_rows" USING btree ("dataset_id","sequence_no");--> statement-breakpoint
CREATE INDEX "datasets_user" ON "datasets" USING btree ("user_id","updated_date");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_versions_position" ON "evaluation_versions" USING btree ("evaluation_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluations_number" ON "evaluations" USING btree ("dataset_id","number");--> statement-breakpoint
CREATE INDEX "evaluations_user" ON "evaluations" USING btree ("user_id","created_date");--> statement-breakpoint
CREATE INDEX "evaluations_flow" ON "evaluations" USING btree ("flow_id","created_date");--> statement-breakpoint
CREATE INDEX "evaluations_job" ON "evaluations" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "publish_gates_dataset" ON "publish_gates" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "evaluators_user" ON "evaluators" USING btree ("user_id","created_date");